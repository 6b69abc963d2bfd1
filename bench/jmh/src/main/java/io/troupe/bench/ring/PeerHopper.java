// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ring;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;
import org.jspecify.annotations.Nullable;

/** What {@link Hopper} does, on a peer. */
final class PeerHopper implements Behavior<PeerHopper.Token> {
    private final Parts parts;
    private final int hops;

    /** Set before the first token, whose queue orders it. */
    private @Nullable Recipient<Token> next;

    PeerHopper(Parts parts, int hops) {
        this.parts = parts;
        this.hops = hops;
    }

    void link(Recipient<Token> newNext) {
        next = newNext;
    }

    @Override
    public void onMessage(Token token, Recipient<Token> self) {
        int hop = token.hop();
        if (hop == hops) {
            parts.complete(hop);
        } else if (next != null) {
            next.tell(new Token(hop + 1));
        }
    }

    /**
     * The message.
     *
     * @param hop number of this hop, from 1
     */
    record Token(int hop) {}
}
