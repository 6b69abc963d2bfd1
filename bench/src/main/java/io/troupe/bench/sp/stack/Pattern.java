// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

/** What is sent between the two ends. */
public enum Pattern {
    /** Messages in one direction, over a pair of sockets. */
    PAIR("pair"),
    /** Requests, each followed by its reply; one at a time per thread. */
    LATENCY("lat");

    private final String word;

    Pattern(String word) {
        this.word = word;
    }

    /** As on the command line. */
    public String word() {
        return word;
    }
}
