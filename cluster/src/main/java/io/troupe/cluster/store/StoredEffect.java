// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * A call that an update has caused and that has not been answered yet.
 *
 * @param id in the store, in order of commits; 0: not stored yet
 * @param from whose update it was
 * @param sequence of the call among those of its sender
 * @param to whom it calls
 * @param method that it calls
 * @param arguments of the call, encoded; not to be changed
 * @param tries how often it has failed
 * @param next when it is tried again, in milliseconds of the epoch
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredEffect(
        long id, StateKey from, long sequence, StateKey to, String method, byte[] arguments, int tries, long next) {
    /** How often it is tried before it is given up. */
    public static final int MOST_TRIES = 20;

    /** By which the receiver knows it: no id that a user chooses has line feeds, nor do types and keys. */
    public String callId() {
        return "effect\n" + from.type() + "\n" + from.key() + "\n" + sequence;
    }

    /** The same after an attempt that has failed. */
    public StoredEffect failed(long again) {
        return new StoredEffect(id, from, sequence, to, method, arguments, tries + 1, again);
    }

    /** Whether it has been given up. */
    public boolean isDead() {
        return tries >= MOST_TRIES;
    }
}
