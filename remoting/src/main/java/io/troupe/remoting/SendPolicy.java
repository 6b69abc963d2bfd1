// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.Sends;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.session.RemoteOutlet;
import java.util.function.Consumer;

/**
 * What senders do when a link has no room for more. The default slows them down: an actor gets no messages itself until there is
 * room, another thread waits. For those who would rather do something else, here are two more ways.
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
     * Makes calls if there is room for them now: {@link Sends#tryCall} for one reference.
     *
     * @param reference to an actor of another process
     * @param calls tells, usually one; of several, those before the first without room are sent
     * @return false: not now
     */
    public static <T> boolean attempt(T reference, Consumer<? super T> calls) {
        T target = failing(reference);
        return Sends.tryCall(() -> calls.accept(target));
    }
}
