// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

/** Something the user has to know, in one line; never shown with a stack trace. */
public final class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int FAILED = 1;
    private static final int WRONG = 2;

    /** Exit code of the command. */
    private final int code;

    /** Whether something is only not installed, so that its piece is left out. */
    private final boolean missing;

    private BenchException(String message, int code, boolean missing) {
        super(message, null, false, false);
        this.code = code;
        this.missing = missing;
    }

    /** The command line asks for what there is not, or what cannot be. */
    public static BenchException wrong(String message) {
        return new BenchException(message, WRONG, false);
    }

    /** A measurement, or what it needs, failed. */
    public static BenchException failed(String message) {
        return new BenchException(message, FAILED, false);
    }

    /** A peer is not there; the others are measured. */
    public static BenchException missing(String message) {
        return new BenchException(message, FAILED, true);
    }

    /** Exit code of the command: 1 or 2. */
    public int code() {
        return code;
    }

    /** Whether something is only not installed. */
    public boolean isMissing() {
        return missing;
    }
}
