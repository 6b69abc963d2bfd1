// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

/**
 * Tells those who were refused of room. They offer on the thread that tells, and find room as long as the peer reads, which
 * would keep a reactor from all else: so it lets them wait again for a moment, and tells once more when it has looked at its
 * other pipes. Any thread tells; the fields are the reactor's, others may be late to see them, and do not care.
 */
final class WritePermits {
    /** So many messages are taken in a row on a reactor's thread. */
    private static final int MOST_IN_A_ROW = 64;

    private final NioPipe pipe;
    private final Runnable again = this::tell;
    private boolean telling;
    private boolean enough;
    private int left;

    WritePermits(NioPipe pipe) {
        this.pipe = pipe;
    }

    /** Whether this thread is a reactor's that has taken so much that its other pipes come first; who offers is told again. */
    boolean isEnough() {
        if (telling && pipe.reactor().isOwnThread() && --left < 0) {
            enough = true;
            return true;
        }
        return false;
    }

    void tell() {
        if (telling || !pipe.reactor().isOwnThread()) {
            pipe.roomAgain();
            return;
        }
        telling = true;
        left = MOST_IN_A_ROW;
        try {
            pipe.roomAgain();
        } finally {
            telling = false;
        }
        if (enough) {
            enough = false;
            pipe.reactor().execute(again);
        }
    }
}
