// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

/**
 * What a client does.
 *
 * @param name "tell", or "ask" with the number of requests that are under way at any time
 * @param outstanding that number, from 1 to 2048; 0 for one-way messages
 */
public record Load(String name, int outstanding) {
    private static final String TELL = "tell";
    private static final String ASK = "ask";
    /** Well below the windows of all stacks. */
    private static final int MOST = 2048;

    /**
     * Understands a name.
     *
     * @throws IllegalArgumentException if it cannot be understood
     */
    public static Load of(String name) {
        if (name.equals(TELL)) {
            return new Load(name, 0);
        }
        String number = name.startsWith(ASK) ? name.substring(ASK.length()) : "";
        if (number.matches("[1-9][0-9]{0,3}") && Integer.parseInt(number) <= MOST) {
            return new Load(name, Integer.parseInt(number));
        }
        throw new IllegalArgumentException(
                "workload must be tell or ask with a number from 1 to " + MOST + ": workload=" + name);
    }

    /** Whether messages go one way. */
    public boolean oneWay() {
        return outstanding == 0;
    }
}
