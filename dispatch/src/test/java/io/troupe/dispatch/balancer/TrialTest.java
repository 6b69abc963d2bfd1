// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialTest {
    private static final long WINDOW = BalanceConfig.defaults().window().toNanos();
    private static final long SECOND = 1_000_000_000;
    private static final double TURNS_PER_NANO = 0.01;

    private final Trial<String> trial = new Trial<>(BalanceConfig.defaults());
    private double callsBetweenWorkers = 1e6;
    private double delivered;
    private long now = SECOND;

    private LoadSnapshot<String> snapshot() {
        WorkerLoad full = new WorkerLoad(true, 1, 3, true, false);
        List<CellLoad<String>> cells = List.of(
                new CellLoad<>("a", 0, 0.5, 0, true, Placement.ANYWHERE),
                new CellLoad<>("b", 1, 0.5, 0, true, Placement.ANYWHERE));
        Edges edges = new Edges();
        edges.add(0, 1, callsBetweenWorkers, callsBetweenWorkers);
        return new LoadSnapshot<>(
                now, false, delivered, now * TURNS_PER_NANO, List.of(full, full), new FixedLoadView<>(2, cells, edges));
    }

    /** Lets time pass at a rate of messages per nanosecond. */
    private void pass(long windows, double rate) {
        for (long i = 0; i < windows; i++) {
            now += WINDOW;
            delivered += WINDOW * rate;
            trial.observe(snapshot());
        }
    }

    private boolean tryOut(double before, double during) {
        trial.grown(now);
        pass(60, before);
        assertThat(trial.isDue(snapshot())).isTrue();
        trial.begin(snapshot(), 1, List.of());
        while (!trial.isOver(snapshot())) {
            pass(1, during);
        }
        return trial.end(snapshot());
    }

    @Test
    void shouldDoWithoutAWorkerThatMakesItSlower() {
        assertThat(tryOut(0.01, 0.015)).isTrue();
        assertThat(trial.bansGrowth(now + SECOND)).isTrue();
        assertThat(trial.bansGrowth(now + 6 * SECOND)).isFalse();
    }

    @Test
    void shouldKeepAWorkerThatHelps() {
        assertThat(tryOut(0.01, 0.006)).isFalse();
        assertThat(trial.bansGrowth(now)).isFalse();
    }

    @Test
    void shouldKeepAWorkerWhenThereIsHardlyADifference() {
        assertThat(tryOut(0.01, 0.0105)).isFalse();
    }

    @Test
    void shouldTryFourTimesRarerEachTimeThatItWasInVain() {
        tryOut(0.01, 0.006);
        pass(150, 0.01); // three seconds
        assertThat(trial.isDue(snapshot())).isFalse();
        pass(60, 0.01);
        assertThat(trial.isDue(snapshot())).isTrue();
    }

    @Test
    void shouldNotTryWhereMessagesCostMuchMoreThanAHop() {
        trial.grown(now);
        pass(60, 0.002); // two workers, 500 ns each
        assertThat(trial.isDue(snapshot())).isFalse();
    }

    @Test
    void shouldNotTryWhereWorkersDoNotTalk() {
        callsBetweenWorkers = 1e5; // of ten million turns a second
        trial.grown(now);
        pass(60, 0.01);
        assertThat(trial.isDue(snapshot())).isFalse();
    }
}
