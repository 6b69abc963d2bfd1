// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chameneos;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Creature} does, on a peer. */
final class PeerCreature implements Behavior<PeerCreature.Message> {
    private final Recipient<PeerMall.Message> mall;
    private final Parts parts;
    private Colour colour;
    private int meetings;

    PeerCreature(Recipient<PeerMall.Message> mall, Parts parts, Colour colour) {
        this.mall = mall;
        this.parts = parts;
        this.colour = colour;
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Meet meet) {
            colour = colour.after(meet.colour());
            meet.other().tell(new Change(colour));
            met(self);
        } else if (message instanceof Change change) {
            colour = change.colour();
            met(self);
        } else if (message instanceof Closed) {
            parts.complete(meetings);
            meetings = 0;
        } else {
            mall.tell(new PeerMall.Meet(self, colour));
        }
    }

    private void met(Recipient<Message> self) {
        meetings++;
        mall.tell(new PeerMall.Meet(self, colour));
    }

    /** What a creature hears. */
    sealed interface Message permits Begin, Meet, Change, Closed {}

    /** Starts a batch. */
    record Begin() implements Message {}

    /** Somebody to meet. */
    record Meet(Recipient<Message> other, Colour colour) implements Message {}

    /** The colour after a meeting. */
    record Change(Colour colour) implements Message {}

    /** The game is over. */
    record Closed() implements Message {}
}
