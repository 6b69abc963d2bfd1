// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.ReplyCodec;
import io.troupe.cluster.store.ReminderChange;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredCall;
import io.troupe.cluster.store.StoredState;
import io.troupe.cluster.store.WriteLine;
import io.troupe.core.continuation.SettablePromise;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call with an id that has begun, and what it has updated: all of that is stored at once, with the id and the reply. In turns
 * of the actor.
 */
final class OngoingCall {
    final CallIdentity identity;
    final String method;
    final ReplyCodec replies;
    /** Of the updates before it. */
    final WriteLine line;
    /** Settles when what it has updated is stored. */
    final SettablePromise<@Nullable Object> answer = new SettablePromise<>();
    /** Messages wait until then. */
    final SettablePromise<Void> gathered = new SettablePromise<>();

    private @Nullable StateWrite write;
    private long number;

    OngoingCall(CallIdentity identity, String method, ReplyCodec replies, WriteLine line) {
        this.identity = identity;
        this.method = method;
        this.replies = replies;
        this.line = line;
    }

    /** Adds an update. */
    void add(StateKey key, StoredState state, RowChanges rows, long closing) {
        StateWrite added = new StateWrite(key, state, rows);
        write = write == null ? added : write.then(added);
        number = closing;
    }

    /** Whether it has updated nothing. */
    boolean isUnchanged() {
        return write == null;
    }

    /** Whether there is nothing to be stored. */
    boolean isEmpty() {
        return write == null && identity.reminder() == null;
    }

    /** Number of the closing of the gate by its last update; 0: it has updated nothing. */
    long number() {
        return number;
    }

    /** The id with the reply. */
    StoredCall remembered(byte[] reply, long expires) {
        return new StoredCall(identity.id(), method, reply, identity.lasting() ? Long.MAX_VALUE : expires);
    }

    /** All that is to be stored. */
    StateWrite write(StateKey key, StoredCall remembered, long now) {
        var reminder = identity.reminder();
        List<ReminderChange> moved = reminder == null
                ? List.of()
                : List.of(new ReminderChange(reminder.name(), reminder.due(), reminder.following(now)));
        StateWrite first = new StateWrite(key, null, new RowChanges(List.of(remembered), List.of(), List.of(), moved));
        return write == null ? first : first.then(write);
    }
}
