// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.error.CallNotServedException;
import io.troupe.core.host.TurnGuard;
import io.troupe.dispatch.cell.Message;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns calls away that their member may not execute: as it has given the key away, or as it has no lease. A member that has ended,
 * and has given the key away before, says that: the caller goes to the next owner, in place of being told that the call has failed.
 * In turns of the actor.
 */
final class LeasedGuard implements TurnGuard {
    private final TurnGuard owner;
    private final BooleanSupplier leased;
    private final BooleanSupplier ended;
    private final Supplier<CallNotServedException> notServing;

    /**
     * The guard of one actor.
     *
     * @param owner turns calls away whose key belongs to somebody else
     * @param leased whether the member has a lease
     * @param ended whether the member will never have one again
     * @param notServing what callers are told without one
     */
    LeasedGuard(
            TurnGuard owner,
            BooleanSupplier leased,
            BooleanSupplier ended,
            Supplier<CallNotServedException> notServing) {
        this.owner = owner;
        this.leased = leased;
        this.ended = ended;
        this.notServing = notServing;
    }

    @Override
    public @Nullable CallNotServedException refusal() {
        if (leased.getAsBoolean()) {
            return owner.refusal();
        }
        CallNotServedException elsewhere = ended.getAsBoolean() ? owner.refusal() : null;
        return elsewhere == null ? notServing.get() : elsewhere;
    }

    @Override
    public void turnedAway(Message call) {
        owner.turnedAway(call);
    }
}
