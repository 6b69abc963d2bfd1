// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Team;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cells are moved between workers every few microseconds while they talk to each other and to threads outside. Runs for a
 * moment; {@code -Psoak} makes it a minute for each dispatcher.
 */
@Tag("soak")
class MigrationSoakTest {
    private static final long MILLIS = Long.getLong("troupe.soak.millis", 1_000);
    private static final int CELLS = 48;
    private static final int OUTSIDERS = 2;
    private static final int STATIONS = 20;
    private static final long ROUND_NANOS = 1_000_000_000;
    private static final int MOST_IN_FLIGHT = 2_000;

    private final SoakCell.Run run = new SoakCell.Run();
    private final List<SoakCell> cells = new ArrayList<>();
    private final long[] sent = new long[OUTSIDERS];
    /** Of the last parcel, by outsider and receiver. */
    private final long[][] numbers = new long[OUTSIDERS][CELLS];

    private final SplittableRandom[] randoms = {
        new SplittableRandom(1), new SplittableRandom(2), new SplittableRandom(3)
    };

    enum Kind {
        DEDICATED,
        STEALING,
        ADAPTIVE;

        CellDispatcher open() {
            WorkerConfig config = WorkerConfig.of("soak", 4);
            return switch (this) {
                case DEDICATED -> (CellDispatcher) Dispatchers.dedicated(config);
                case STEALING -> (CellDispatcher) Dispatchers.workStealing(config);
                case ADAPTIVE ->
                    (CellDispatcher) Dispatchers.adaptive(
                            config,
                            BalanceConfig.defaults()
                                    .window(Duration.ofMillis(2))
                                    .patience(Duration.ofMillis(10), 0)
                                    .moves(0.001, 100_000, Duration.ZERO));
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeliverEachMessageOnceInOrderAndOneAtATimeWhileCellsMove(Kind kind) {
        try (CellDispatcher dispatcher = kind.open()) {
            for (int i = 0; i < CELLS; i++) {
                cells.add(new SoakCell(run, i, CELLS + OUTSIDERS, cells, dispatcher.home()));
            }
            long end = System.nanoTime() + MILLIS * 1_000_000;
            while (System.nanoTime() < end) { // in rounds, as a team has a deadline
                long roundEnd = Math.min(end, System.nanoTime() + ROUND_NANOS);
                Team.of(OUTSIDERS + 1, number -> {
                            if (number < OUTSIDERS) {
                                send(number, roundEnd);
                            } else {
                                move(dispatcher, roundEnd);
                            }
                        })
                        .join();
            }
            Await.until("all parcels have arrived", () -> run.inFlight.get() == 0);
            long delivered = cells.stream().mapToLong(SoakCell::count).sum();
            assertThat(run.violations).hasValue(0);
            assertThat(run.lost).hasValue(0);
            assertThat(delivered)
                    .isEqualTo((sent[0] + sent[1]) * (STATIONS + 1))
                    .isPositive();
        }
    }

    private void send(int outsider, long end) {
        int sender = CELLS + outsider;
        while (System.nanoTime() < end) {
            if (run.inFlight.get() > MOST_IN_FLIGHT) {
                Thread.onSpinWait();
                continue;
            }
            run.inFlight.incrementAndGet();
            int to = randoms[outsider].nextInt(CELLS);
            cells.get(to).offer(new SoakCell.Parcel(sender, ++numbers[outsider][to], STATIONS));
            sent[outsider]++;
        }
    }

    private void move(CellDispatcher dispatcher, long end) {
        SplittableRandom random = randoms[OUTSIDERS];
        for (long next = System.nanoTime(); next < end; next += 2_000) {
            while (System.nanoTime() < next) {
                Thread.onSpinWait();
            }
            dispatcher.migrate(cells.get(random.nextInt(CELLS)), random.nextInt(dispatcher.workers()));
        }
    }
}
