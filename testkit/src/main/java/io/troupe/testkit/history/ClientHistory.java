// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import io.troupe.core.promise.Promise;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part of one client in a history. A client may have several operations under way; checks that ask for the order
 * of a client take two of its operations as ordered if one was over before the other began. Any thread.
 *
 * @param <O> type of the operations
 */
public final class ClientHistory<O> {
    private final History<O> history;
    private final String client;

    ClientHistory(History<O> history, String client) {
        this.history = history;
        this.client = client;
    }

    /** {@return the name of the client} */
    public String client() {
        return client;
    }

    /**
     * Records that an operation begins. To be called before it is sent.
     *
     * @param call what the client is about to do
     * @return takes the end of the operation
     */
    public Invocation<O> invoke(O call) {
        return history.begin(client, Objects.requireNonNull(call, "call"));
    }

    /**
     * Records the beginning of an operation, sends it, and records its end when the promise settles. A value is
     * {@code OK}. A failure is {@code FAIL} if it says that nothing was executed, such as a full mailbox or a
     * time-out in the queue, or if {@link History#refusedBy} knows it; every other failure is {@code INFO}.
     *
     * @param <C> type of the operation
     * @param <R> type of the result
     * @param call what the client is about to do
     * @param send sends it; what it throws counts as a failure and is thrown on
     * @return settles like the promise of {@code send}, after the end has been recorded: a client that goes on from
     *     here begins its next operation after this one
     */
    public <C extends O, R> Promise<R> invoke(C call, Function<? super C, ? extends Promise<R>> send) {
        Invocation<O> invocation = invoke(call);
        Promise<R> promise;
        try {
            promise = send.apply(call);
        } catch (RuntimeException | Error e) {
            record(invocation, null, e);
            throw e;
        }
        return promise.onComplete((value, failure) -> record(invocation, value, failure));
    }

    private void record(Invocation<O> invocation, @Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            invocation.ok(value);
        } else {
            history.end(invocation, history.endOf(failure), null);
        }
    }

    /** {@return the name of the client} */
    @Override
    public String toString() {
        return client;
    }
}
