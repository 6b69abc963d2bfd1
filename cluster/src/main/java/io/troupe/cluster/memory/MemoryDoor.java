// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.memory;

import java.io.IOException;

/** What lies between a member and the memory that it shares with others. Any thread. */
@FunctionalInterface
public interface MemoryDoor {
    /**
     * Lets a statement pass: before each of the registry and of the store. May wait.
     *
     * @throws IOException if the memory cannot be reached; the statement is not carried out then
     */
    void pass() throws IOException;
}
