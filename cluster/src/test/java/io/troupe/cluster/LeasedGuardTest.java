// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.host.TurnGuard;
import io.troupe.dispatch.cell.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeasedGuardTest {
    private final CallNotServedException elsewhere = new StoreUnavailableException("elsewhere", false, null);
    private final CallNotServedException notServing = new FencedException("not serving");
    private boolean mine = true;
    private boolean leased = true;
    private boolean ended;
    private final List<Message> turnedAway = new ArrayList<>();

    private final LeasedGuard guard = new LeasedGuard(
            new TurnGuard() {
                @Override
                public CallNotServedException refusal() {
                    return mine ? null : elsewhere;
                }

                @Override
                public void turnedAway(Message call) {
                    turnedAway.add(call);
                }
            },
            () -> leased,
            () -> ended,
            () -> notServing);

    @Test
    void shouldLetCallsPassWhileTheKeyIsHereAndTheLeaseGoesOn() {
        assertThat(guard.refusal()).isNull();
    }

    @Test
    void shouldTurnCallsAwayWithoutALease() {
        leased = false;
        assertThat(guard.refusal()).isSameAs(notServing);
        mine = false; // it says nothing of others while it may come back
        assertThat(guard.refusal()).isSameAs(notServing);
        mine = true;
        ended = true;
        assertThat(guard.refusal()).isSameAs(notServing);
    }

    /** The turn of a call may begin in the moment in which its member has given everything away and has ended. */
    @Test
    void shouldSendCallsToTheNextOwnerAlsoWhenTheMemberHasLeft() {
        mine = false;
        assertThat(guard.refusal()).isSameAs(elsewhere);
        leased = false;
        ended = true;
        assertThat(guard.refusal()).isSameAs(elsewhere);
        Message call = new Message() {
            @Override
            public void deliver(Object receiver) {}
        };
        guard.turnedAway(call);
        assertThat(turnedAway).containsExactly(call);
    }
}
