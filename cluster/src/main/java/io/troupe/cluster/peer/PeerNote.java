// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * What members tell each other over links: lines of text, as names of types have no line feeds.
 *
 * @param member who says so
 * @param view number of its view
 * @param leaving whether it gives its shards away
 * @param hosted names of the types that it hosts
 */
record PeerNote(long member, long view, boolean leaving, Set<String> hosted) {
    private static final String LEAVING = " leaving";
    private static final int FIRST_TYPE = 2;

    @Override
    public String toString() {
        return member + "\n" + view + (leaving ? LEAVING : "") + "\n" + String.join("\n", hosted);
    }

    /**
     * Reads what a stranger may have written.
     *
     * @throws IllegalArgumentException if it is no note
     */
    static PeerNote parse(String text) {
        String[] lines = text.split("\n");
        if (lines.length < FIRST_TYPE) {
            throw new IllegalArgumentException("a note must have a member and a view: lines=" + lines.length);
        }
        boolean leaving = lines[1].endsWith(LEAVING);
        return new PeerNote(
                Long.parseLong(lines[0]),
                Long.parseLong(lines[1].substring(0, lines[1].length() - (leaving ? LEAVING.length() : 0))),
                leaving,
                new TreeSet<>(Arrays.asList(lines).subList(FIRST_TYPE, lines.length)));
    }
}
