// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.host.ActorControl;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Actors that send each other more than the budget has, in any direction, in turns in a random order; some of them end. Each message has one
 * fate, each sender is seen in order, nobody waits for ever, and in the end nothing counts.
 */
@Timeout(120)
class FloodedLivesTest {
    private static final int LIVES = 40;
    private static final int ACTORS = 5;
    private static final int BEGUN = 60;
    private static final int DEPTH = 4;
    private static final long BUDGET = 256 << 10;

    /** What has become of the messages of one life. */
    private static final class Fates {
        private final SplittableRandom random;
        private final List<Player> players = new ArrayList<>();
        private final Map<String, Integer> last = new HashMap<>();
        private final List<String> disorder = new ArrayList<>();
        private int sent;
        private int delivered;
        private int undelivered;

        Fates(long seed) {
            random = new SplittableRandom(seed);
        }

        Player any() {
            return players.get(random.nextInt(players.size()));
        }
    }

    /** Passes on what it gets, and begins more. */
    public static class Player extends Actor<Player> {
        private final Fates fates;
        private final int number;
        private final int[] sent = new int[ACTORS];

        Player(Fates fates, int number) {
            this.fates = fates;
            this.number = number;
        }

        public void ball(int from, int count, int depth, byte[] bytes) {
            fates.delivered++;
            Integer before = fates.last.put(from + ">" + number, count);
            if (before != null && before >= count) {
                fates.disorder.add(from + ">" + number + ": " + count + " after " + before);
            }
            if (depth > 0) {
                send(depth - 1, bytes.clone());
            }
        }

        public void begin(int balls) {
            for (int i = 0; i < balls; i++) {
                send(DEPTH, new byte[fates.random.nextInt(4) == 0 ? 40_000 : 500]);
            }
        }

        private void send(int depth, byte[] bytes) {
            int to = fates.random.nextInt(ACTORS);
            try {
                fates.players.get(to).ball(number, ++sent[to], depth, bytes);
                fates.sent++;
            } catch (BackpressureException e) {
                // told, so it is not lost
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldLoseNothingAndNeverStandStill(long first) {
        for (long seed = first * LIVES; seed < (first + 1) * LIVES; seed++) {
            live(seed);
        }
    }

    private static void live(long seed) {
        Fates fates = new Fates(seed);
        MemoryBudget budget = MemoryBudget.of(BUDGET);
        ManualDispatcher manual = ManualDispatcher.seeded(seed);
        try (ActorSystem system =
                ActorSystem.builder().dispatcher(manual).memory(budget).start()) {
            for (int i = 0; i < ACTORS; i++) {
                int number = i;
                ActorOptions options = ActorOptions.defaults()
                        .undelivered(
                                letter -> fates.undelivered += letter.method().contains("ball") ? 1 : 0);
                fates.players.add(system.spawn(
                        Player.class,
                        () -> new Player(fates, number),
                        i == 0 ? options.mailbox(MailboxSpec.bounded(8, Overflow.PACE)) : options));
            }
            for (int i = 0; i < ACTORS; i++) {
                fates.players.get(i).begin(BEGUN);
            }
            for (int steps = fates.random.nextInt(500); steps > 0 && manual.runNext(); steps--) {
                // one turn
            }
            if (fates.random.nextBoolean()) {
                ActorControl.of(fates.any()).stop();
            }
            manual.runAll();
            assertThat(fates.disorder).as("seed=%s", seed).isEmpty();
            assertThat(fates.delivered + fates.undelivered)
                    .as("seed=%s, budget=%s", seed, budget)
                    .isEqualTo(fates.sent);
            assertThat(budget.peak()).as("seed=%s", seed).isGreaterThan(BUDGET / 2);
        }
        assertThat(budget.used()).as("seed=%s", seed).isZero();
    }
}
