// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.targets;

/** What came of a target. */
public enum Outcome {
    /** All cells that were measured have it. */
    REACHED("reached"),
    /** A cell does not. */
    MISSED("missed"),
    /** A figure that it would be judged by was disturbed while it was measured: neither reached nor missed. */
    DISTURBED("disturbed"),
    /** Nothing to judge by. */
    NOT_MEASURED("not measured");

    private final String words;

    Outcome(String words) {
        this.words = words;
    }

    /** In words. */
    public String words() {
        return words;
    }
}
