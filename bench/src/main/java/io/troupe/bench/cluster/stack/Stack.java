// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.stack;

import java.util.List;

/** One way to have actors, or only rows, by key. Set up as its makers would for processes of one machine. */
public interface Stack {
    /** How it is called on the command line and in tables. */
    String name();

    /** What its virtual machines need beside the options all have; nothing unless overridden. */
    default List<String> jvmOptions() {
        return List.of();
    }

    /** Whether it has members in processes of their own; otherwise the process that measures does all. */
    default boolean hasMembers() {
        return true;
    }

    /**
     * Makes the tables in an empty database.
     *
     * @throws Exception if it cannot; ends the process
     */
    default void prepare(Store store) throws Exception {}

    /**
     * Joins, once per process.
     *
     * @throws Exception if it cannot; ends the process
     */
    Node join(Site site) throws Exception;
}
