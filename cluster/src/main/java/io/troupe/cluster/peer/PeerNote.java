// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What members tell each other over links: lines of text, as names of types have no line feeds. The second line is the number
 * of the view, and words; those that a member does not know are left out.
 *
 * @param member who says so
 * @param view number of its view
 * @param leaving whether it gives its shards away
 * @param unreachable members to which it has no link
 * @param hosted names of the types that it hosts
 */
record PeerNote(long member, long view, boolean leaving, Set<Long> unreachable, Set<String> hosted) {
    private static final String LEAVING = "leaving";
    private static final String UNREACHABLE = "unreachable=";
    private static final int FIRST_TYPE = 2;

    @Override
    public String toString() {
        String words = (leaving ? " " + LEAVING : "")
                + unreachable.stream().map(id -> " " + UNREACHABLE + id).collect(Collectors.joining());
        return member + "\n" + view + words + "\n" + String.join("\n", hosted);
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
        List<String> words = List.of(lines[1].split(" "));
        return new PeerNote(
                Long.parseLong(lines[0]),
                Long.parseLong(words.get(0)),
                words.contains(LEAVING),
                words.stream()
                        .filter(word -> word.startsWith(UNREACHABLE))
                        .map(word -> Long.parseLong(word.substring(UNREACHABLE.length())))
                        .collect(Collectors.toSet()),
                new TreeSet<>(Arrays.asList(lines).subList(FIRST_TYPE, lines.length)));
    }
}
