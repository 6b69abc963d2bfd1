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
import io.troupe.core.promise.Promise;
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

    /** What the method has answered. */
    private Promise<?> result = Promise.of(null);
    /** Messages wait until then. */
    private SettablePromise<Void> gathered = new SettablePromise<>();

    private @Nullable StateWrite write;
    private long number;
    /** Whether some of it is in a write that was submitted, with the id. */
    private boolean submitted;

    private boolean waiting;
    private boolean ended;

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

    Promise<?> result() {
        return result;
    }

    /** The method has returned. */
    void answers(Promise<?> newResult) {
        result = newResult;
    }

    /** Settles when nothing is gathered any more. */
    Promise<Void> gathered() {
        return gathered;
    }

    /** Messages go on. */
    void endGathering() {
        gathered.complete();
    }

    /** Messages wait again. */
    void gatherAgain() {
        gathered = new SettablePromise<>();
    }

    /** Whether it has updated nothing that is not submitted. */
    boolean isUnchanged() {
        return write == null;
    }

    /** Whether there is, and was, nothing to be stored. */
    boolean isEmpty() {
        return write == null && !submitted && identity.reminder() == null;
    }

    /** Whether it has waited for others once. */
    boolean isWaiting() {
        return waiting;
    }

    /** It waits for others. */
    void waits() {
        waiting = true;
    }

    /** Whether its answer is known, and what is stored of it is on its way. */
    boolean isEnded() {
        return ended;
    }

    /** Its answer is known. */
    void end() {
        ended = true;
    }

    /** Number of the closing of the gate by its last update that is not submitted; 0: there is none. */
    long number() {
        return number;
    }

    /** The id with the reply. */
    StoredCall remembered(byte[] reply, long expires) {
        return new StoredCall(identity.id(), method, reply, identity.lasting() ? Long.MAX_VALUE : expires);
    }

    /** All that is to be stored and not submitted. */
    StateWrite write(StateKey key, StoredCall remembered, long now) {
        var reminder = submitted ? null : identity.reminder();
        List<ReminderChange> moved = reminder == null
                ? List.of()
                : List.of(new ReminderChange(reminder.name(), reminder.due(), reminder.following(now)));
        StateWrite first = new StateWrite(key, null, new RowChanges(List.of(remembered), List.of(), List.of(), moved));
        return write == null ? first : first.then(write);
    }

    /** That is on its way. */
    void submitted() {
        submitted = true;
        write = null;
        number = 0;
    }
}
