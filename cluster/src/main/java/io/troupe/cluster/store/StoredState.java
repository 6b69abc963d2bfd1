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
public record StoredState(long version, int format, byte[] data) {}
