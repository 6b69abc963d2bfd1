// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.CallScope;
import io.troupe.cluster.store.StateKey;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The id of a call to a durable actor, with which the call may be repeated and is done once: when a caller does not know
 * whether a call was executed, it calls again with the same id, for example that of a request. Immutable; any thread.
 *
 * <pre>{@code
 * CallId.of(request.id()).run(() -> account.deposit(500)).then(balance -> …);
 * }</pre>
 *
 * <p>The id and the reply are stored together with what the call updates, and remembered for the time that {@code
 * ClusterConfig.callIdsFor} says. A repeated call gets the stored reply; if the first one still runs, it gets the same answer.
 * A call that updates nothing is not remembered: repeated, it is executed again.
 *
 * @param id 1 to 512 characters, any but control characters and halves of surrogate pairs; unique among the calls of an actor
 */
public record CallId(String id) {
    /**
     * Checks the rule.
     *
     * @param id 1 to 512 characters, any but control characters and halves of surrogate pairs; unique among the calls of an actor
     * @throws IllegalArgumentException if the id breaks the rule
     */
    public CallId {
        StateKey.check("id of a call", id);
    }

    /**
     * {@return an id}
     *
     * @param id 1 to 512 characters, any but control characters and halves of surrogate pairs; unique among the calls of an actor
     * @throws IllegalArgumentException if the id breaks the rule
     */
    public static CallId of(String id) {
        return new CallId(id);
    }

    /**
     * Runs something that calls durable actors, on the calling thread: its calls have this id. It should call each actor once,
     * since a second call of one actor would be a repetition. Only calls on references that a cluster has given have the id.
     *
     * @param <T> type of the result
     * @param calls what is run
     * @return what it returns
     */
    public <T> T run(Supplier<T> calls) {
        return CallScope.run(id, Objects.requireNonNull(calls, "calls"));
    }

    /**
     * Runs something that calls durable actors, see {@link #run(Supplier)}.
     *
     * @param calls what is run
     */
    public void run(Runnable calls) {
        Objects.requireNonNull(calls, "calls");
        CallScope.run(id, () -> {
            calls.run();
            return this;
        });
    }
}
