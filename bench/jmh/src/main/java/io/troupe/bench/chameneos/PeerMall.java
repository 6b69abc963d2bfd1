// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chameneos;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;
import org.jspecify.annotations.Nullable;

/** What {@link Mall} does, on a peer. */
final class PeerMall implements Behavior<PeerMall.Message> {
    private int left;
    private @Nullable Recipient<PeerCreature.Message> waiting;

    PeerMall() {}

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Meet meet) {
            onMeet(meet);
        } else if (message instanceof Open open) {
            left = open.meetings();
        }
    }

    private void onMeet(Meet meet) {
        if (left == 0) {
            meet.creature().tell(new PeerCreature.Closed());
        } else if (waiting == null) {
            waiting = meet.creature();
        } else {
            left--;
            waiting.tell(new PeerCreature.Meet(meet.creature(), meet.colour()));
            waiting = null;
        }
    }

    /** What the mall hears. */
    sealed interface Message permits Open, Meet {}

    /** A new game. */
    record Open(int meetings) implements Message {}

    /** A creature that wants to meet somebody. */
    record Meet(Recipient<PeerCreature.Message> creature, Colour colour) implements Message {}
}
