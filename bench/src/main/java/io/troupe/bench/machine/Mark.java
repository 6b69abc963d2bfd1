// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

/**
 * Something that makes figures less certain.
 *
 * @param fact what was seen, a sentence without its full stop
 * @param advice what to do about it, likewise
 */
public record Mark(String fact, String advice) {
    /** Both in one line. */
    public String sentence() {
        return fact + ": " + advice;
    }
}
