// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * One state as a store has it.
 *
 * @param version number of the last update, from 1
 * @param format of the data, by the class of the actor
 * @param data encoded; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredState(long version, int format, byte[] data) {
    /** The format of actors with a journal: the data is empty, their states follow from snapshots and events. */
    public static final int JOURNAL = 0;

    private static final byte[] EMPTY = {};

    /** That an actor with a journal has come to a version. */
    public static StoredState ofJournal(long version) {
        return new StoredState(version, JOURNAL, EMPTY);
    }
}
