// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.stack;

/** This process in a cluster. It is never closed: its process ends, by a signal or when its parent does. Calls come from any thread. */
public interface Node {
    /** Where later processes find the cluster; empty if they find it by the database. */
    default String address() {
        return "";
    }

    /**
     * Whether so many members serve, each with a share of the keys, as far as this process knows.
     *
     * @param members that host, 1 or more
     */
    boolean isSettled(int members);

    /** Who serves what, for the sentence of a failure. */
    default String seen() {
        return "nobody";
    }

    /**
     * Asks an actor that keeps nothing for the payload.
     *
     * @param payload 100 bytes that begin with a number of four bytes, which comes back with all of them
     */
    default void echo(String key, byte[] payload, Answer answer) {
        throw new UnsupportedOperationException("this stack has no actors without state: key=" + key);
    }

    /**
     * Replaces the state of a key; the answer comes when it is stored.
     *
     * @param value not changed afterwards
     * @param answer gets how often the key was updated
     */
    default void update(String key, byte[] value, Answer answer) {
        throw new UnsupportedOperationException("this stack keeps nothing: key=" + key);
    }

    /**
     * Asks for the state of a key.
     *
     * @param answer gets how often the key was updated
     */
    default void read(String key, Answer answer) {
        throw new UnsupportedOperationException("this stack keeps nothing: key=" + key);
    }
}
