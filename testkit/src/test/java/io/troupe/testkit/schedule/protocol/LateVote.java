// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule.protocol;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A coordinator of three participants gives up after 50 ms. Repaired: it remembers that it has decided. */
final class LateVote {
    private static final Duration PATIENCE = Duration.ofMillis(50);
    private static final int PARTICIPANTS = 3;

    private LateVote() {}

    /** Asks for votes and decides. */
    public static class Coordinator extends Actor<Coordinator> {
        private final boolean repaired;
        private final List<Voter> voted = new ArrayList<>();
        private boolean decided;

        Coordinator(boolean repaired) {
            this.repaired = repaired;
        }

        public void begin(Voter one, Voter two, Voter three) {
            one.vote(self());
            two.vote(self());
            three.vote(self());
            context().after(PATIENCE, this::giveUp);
        }

        public void voted(Voter voter) {
            voted.add(voter);
            if (voted.size() == PARTICIPANTS && !(repaired && decided)) {
                decided = true;
                voted.forEach(Voter::commit);
            } else if (repaired && decided) {
                voter.abort();
            }
        }

        private void giveUp() {
            if (!decided) {
                decided = true;
                voted.forEach(Voter::abort);
            }
        }
    }

    /** Votes, and learns what was decided. */
    public static class Voter extends Actor<Voter> {
        private final boolean[] seen;

        Voter(boolean[] seen) {
            this.seen = seen;
        }

        public void vote(Coordinator coordinator) {
            coordinator.voted(self());
        }

        public void commit() {
            seen[0] = true;
        }

        public void abort() {
            seen[1] = true;
        }
    }

    static BooleanSupplier start(ActorSystem system, boolean repaired) {
        boolean[] seen = {false, false};
        Coordinator coordinator = system.spawn(Coordinator.class, () -> new Coordinator(repaired));
        coordinator.begin(voter(system, seen), voter(system, seen), voter(system, seen));
        return () -> !(seen[0] && seen[1]);
    }

    private static Voter voter(ActorSystem system, boolean[] seen) {
        return system.spawn(Voter.class, () -> new Voter(seen));
    }
}
