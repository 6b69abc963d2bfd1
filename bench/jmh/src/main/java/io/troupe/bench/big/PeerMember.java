// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.big;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;
import java.util.List;

/** What {@link Member} does, on a peer. */
final class PeerMember implements Behavior<PeerMember.Message> {
    private final Parts parts;
    private final List<Recipient<Message>> members;
    private final int rounds;
    private long seed;
    private int left;
    private long received;

    PeerMember(Parts parts, List<Recipient<Message>> members, int rounds, long seed) {
        this.parts = parts;
        this.members = members;
        this.rounds = rounds;
        this.seed = seed;
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Ping ping) {
            ping.from().tell(new Pong());
        } else if (message instanceof Pong) {
            onPong(self);
        } else {
            left = rounds;
            received = 0;
            askNext(self);
        }
    }

    private void onPong(Recipient<Message> self) {
        received += 2;
        if (--left > 0) {
            askNext(self);
        } else {
            parts.complete(received);
        }
    }

    private void askNext(Recipient<Message> self) {
        seed = Crowd.nextSeed(seed);
        members.get(Crowd.pick(seed, members.size())).tell(new Ping(self));
    }

    /** What members say. */
    sealed interface Message permits Begin, Ping, Pong {}

    /** Starts a batch. */
    record Begin() implements Message {}

    /** A question. */
    record Ping(Recipient<Message> from) implements Message {}

    /** Its answer. */
    record Pong() implements Message {}
}
