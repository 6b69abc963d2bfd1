// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.NonBlockingCalls;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.session.RemoteOutlet;
import java.util.function.Consumer;

/**
 * Backpressure for senders over links that should not be slowed down. By default a sender waits for room: an actor gets no messages
 * itself meanwhile, another thread is blocked. {@link #failing} makes calls fail instead, {@link #attempt} tells that there is no room.
 */
public final class SendPolicy {
    private SendPolicy() {}

    /**
     * A reference to the same target that never slows its user down: when there is no room, tells throw {@link BackpressureException} and
     * asks fail with it.
     *
     * @param reference to an actor of another process
     * @throws IllegalArgumentException if the target is in this process
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
     * @param reference to an actor of another process
     * @param calls tells, usually one; of several, those before the first without room are sent
     * @return false: not now
     */
    public static <T> boolean attempt(T reference, Consumer<? super T> calls) {
        T target = failing(reference);
        return NonBlockingCalls.tryCall(() -> calls.accept(target));
    }
}
