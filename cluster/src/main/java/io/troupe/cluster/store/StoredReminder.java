// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import org.jspecify.annotations.Nullable;

/**
 * A call that an actor wants to get at some time. Times are in milliseconds of the epoch.
 *
 * @param key of the actor
 * @param name unique for the actor
 * @param due when it is meant to come
 * @param every milliseconds from one to the next; 0: there is only one
 * @param method that it calls
 * @param arguments of the call, encoded; not to be changed
 * @param at when it is tried: when it is due, or later after a failure
 * @param tries how often it has failed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredReminder(
        StateKey key, String name, long due, long every, String method, byte[] arguments, long at, int tries) {
    /** By which the actor knows that it has had it. */
    public String callId() {
        return "remind\n" + name + "\n" + due;
    }

    /** The same after an attempt that has failed. */
    public StoredReminder failed(long again) {
        return new StoredReminder(key, name, due, every, method, arguments, again, tries + 1);
    }

    /** The next one that is not in the past; null if there is none. */
    public @Nullable StoredReminder following(long now) {
        if (every == 0) {
            return null;
        }
        long next = due + every * Math.max(1, Math.floorDiv(now - due, every) + 1);
        return new StoredReminder(key, name, next, every, method, arguments, next, 0);
    }
}
