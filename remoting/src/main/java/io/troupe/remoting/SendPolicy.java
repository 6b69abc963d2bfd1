// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.NonBlockingCalls;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.session.RemoteOutlet;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Backpressure for senders over links that must not wait. By default a sender waits for room: an actor gets no messages
 * itself meanwhile, another thread is blocked. {@link #failing} makes calls fail instead, {@link #attempt} tells that
 * there is no room. Any thread.
 */
public final class SendPolicy {
    private SendPolicy() {}

    /**
     * Makes a reference to the same target that never slows its user down: when there is no room, tells throw {@link
     * BackpressureException} and asks fail with it.
     *
     * @param reference a reference to an actor of another process
     * @param <T> type of the reference
     * @return a new reference to the same target; the given one is as before
     * @throws IllegalArgumentException if it is not a reference, or its target is in this process
     */
    @SuppressWarnings("unchecked") // the reference's own type
    public static <T> T failing(T reference) {
        Outlet outlet = Reference.outletOf(reference);
        if (outlet instanceof RemoteOutlet far) {
            return (T) ReferenceType.ofReference(reference).newReference(far.waiting(false));
        }
        throw new IllegalArgumentException("only targets in other processes have links: address=" + outlet.address());
    }

    /**
     * Makes calls if there is room for them now: {@link NonBlockingCalls#tryCall} for one reference.
     *
     * @param reference a reference to an actor of another process
     * @param calls makes tells, usually one, on the calling thread; of several, those before the first without room are
     *     sent
     * @param <T> type of the reference
     * @return false if a call was refused for want of room
     * @throws IllegalArgumentException if it is not a reference, or its target is in this process
     */
    public static <T> boolean attempt(T reference, Consumer<? super T> calls) {
        Objects.requireNonNull(calls, "calls");
        T target = failing(reference);
        return NonBlockingCalls.tryCall(() -> calls.accept(target));
    }
}
