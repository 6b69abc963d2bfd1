// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

/**
 * A vertical line of a diagram: what happens to one actor or node.
 *
 * @param id what events of it have in common
 * @param node it belongs to; empty if it stands alone
 * @param name its name within the node
 */
record Lifeline(String id, String node, String name) {
    private static final String SCHEME = "troupe://";

    /**
     * The lifeline of a place.
     *
     * @param place source or target of an event: {@code troupe://node/actor}, {@code node/actor}, {@code node}
     * @param perNode whether all of a node share one
     */
    static Lifeline of(String place, boolean perNode) {
        String path = place.startsWith(SCHEME) ? place.substring(SCHEME.length()) : place;
        int slash = path.indexOf('/');
        if (slash <= 0 || slash == path.length() - 1) {
            return new Lifeline(path, "", path);
        }
        String node = path.substring(0, slash);
        return perNode ? new Lifeline(node, "", node) : new Lifeline(path, node, path.substring(slash + 1));
    }
}
