// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Placement;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoadTableTest {
    private static final long MILLI = 1_000_000;

    private final LoadTable<String> table = new LoadTable<>(BalanceConfig.defaults());
    private long now = 5_000 * MILLI;

    private LoadSnapshot<String> snapshot() {
        return table.snapshot(now, List.of(new WorkerLoad(true, 1, 0, true, false)), cell -> 0, cell -> 7);
    }

    private static CellLoad<String> load(LoadSnapshot<String> snapshot, String cell) {
        return snapshot.cells().stream()
                .filter(load -> load.cell().equals(cell))
                .findFirst()
                .orElseThrow();
    }

    private static double rate(LoadSnapshot<String> snapshot, String a, String b) {
        return snapshot.edges().stream()
                .filter(edge -> {
                    String first = snapshot.cells().get(edge.a()).cell();
                    String second = snapshot.cells().get(edge.b()).cell();
                    return (first.equals(a) && second.equals(b)) || (first.equals(b) && second.equals(a));
                })
                .mapToDouble(Edge::rate)
                .sum();
    }

    /** Cells are told apart by identity. */
    private static String name(String prefix, int number) {
        return (prefix + number).intern();
    }

    private void runFor(int millis) {
        for (int i = 0; i < millis; i++) {
            now += MILLI;
            table.ran("a", 300_000, 10, now);
            table.called("a", "b", 5, now);
        }
    }

    @Test
    void shouldKnowRatesOfYoungCellsAsWellAsOfOldOnes() {
        runFor(20);
        assertThat(load(snapshot(), "a").share()).isCloseTo(0.3, within(0.17)); // its window counts from before
        runFor(80);
        assertThat(load(snapshot(), "a").share()).isCloseTo(0.3, within(0.04));
        assertThat(rate(snapshot(), "a", "b")).isCloseTo(5000, within(700.0));
        runFor(5000);
        assertThat(load(snapshot(), "a").share()).isCloseTo(0.3, within(0.005));
        assertThat(rate(snapshot(), "b", "a")).isCloseTo(5000, within(80.0));
    }

    @Test
    void shouldNotLoseCountsWhenSumsAreRescaled() {
        runFor(60_000);
        assertThat(load(snapshot(), "a").share()).isCloseTo(0.3, within(0.005));
        assertThat(rate(snapshot(), "b", "a")).isCloseTo(5000, within(80.0));
    }

    @Test
    void shouldForgetAfterALongSilence() {
        runFor(100);
        now += 3_600_000 * MILLI;
        assertThat(load(snapshot(), "a").share()).isZero();
        table.forget(cell -> false, now);
        assertThat(table.size()).isZero();
        runFor(500);
        assertThat(load(snapshot(), "a").share()).isCloseTo(0.3, within(0.01));
    }

    @Test
    void shouldBeRightOnAverageWhenOnlySomeTurnsAreSampled() {
        Random random = new Random(1);
        double sum = 0;
        for (int i = 0; i < 20_000; i++) {
            now += 100_000;
            if (random.nextInt(8) == 0) {
                table.ran("a", 8 * 50_000, 8, now);
            }
            if (i >= 10_000) {
                sum += load(snapshot(), "a").share() / 10_000;
            }
        }
        assertThat(sum).isCloseTo(0.5, within(0.04));
    }

    @Test
    void shouldKnowEverySpokeOfAHub() {
        for (int i = 0; i < 20_000; i++) {
            now += MILLI / 10;
            table.called("hub", name("spoke", i % 100), 1, now);
        }
        LoadSnapshot<String> snapshot = snapshot();
        for (int i = 0; i < 100; i++) {
            assertThat(rate(snapshot, "hub", "spoke" + i)).isCloseTo(100, within(12.0));
        }
    }

    @Test
    void shouldKeepTheSumOfCallsInAGroupThatIsTooLargeForItsSketches() {
        Random random = new Random(2);
        for (int i = 0; i < 50_000; i++) {
            now += MILLI / 10;
            int from = random.nextInt(60);
            table.called(name("c", from), name("c", (from + 1 + random.nextInt(59)) % 60), 1, now);
        }
        double sum = snapshot().edges().stream().mapToDouble(Edge::rate).sum();
        assertThat(sum).isCloseTo(10_000, within(1000.0));
    }

    @Test
    void shouldFindHeavyPartnersAmongManyLightOnes() {
        Random random = new Random(3);
        for (int i = 0; i < 50_000; i++) {
            now += MILLI / 10;
            String to = i % 2 == 0 ? "heavy" : name("light", random.nextInt(1000));
            table.called("a", to, 1, now);
        }
        assertThat(rate(snapshot(), "a", "heavy")).isCloseTo(5000, within(300.0));
    }

    @Test
    void shouldNotCountCallsOfACellToItself() {
        table.called("a", "a", 1, now);
        assertThat(table.size()).isZero();
    }

    @Test
    void shouldNotKeepEdgesToCellsThatEnded() {
        runFor(100);
        table.forget("b"::equals, now);
        assertThat(snapshot().edges()).isEmpty();
        assertThat(snapshot().cells()).hasSize(1);
    }

    @Test
    void shouldLeaveOutCellsThatAreElsewhere() {
        runFor(100);
        LoadSnapshot<String> snapshot =
                table.snapshot(now, List.of(WorkerLoad.STOPPED), cell -> cell.equals("b") ? -1 : 0, cell -> 0);
        assertThat(snapshot.cells()).extracting(CellLoad::cell).containsExactly("a");
        assertThat(snapshot.edges()).isEmpty();
    }

    @Test
    void shouldAskOnlyHeavyCellsOfOverloadedWorkersForTheirBacklog() {
        runFor(100);
        assertThat(load(snapshot(), "a").queuedNanos()).isEqualTo(7);
        assertThat(load(snapshot(), "b").queuedNanos()).isZero();
        LoadSnapshot<String> calm =
                table.snapshot(now, List.of(new WorkerLoad(true, 1, 0, false, false)), cell -> 0, cell -> 7);
        assertThat(load(calm, "a").queuedNanos()).isZero();
    }

    @Test
    void shouldKeepCellsWithDemands() {
        table.demand("pinned", Placement.pinned(0), now);
        now += 3_600_000 * MILLI;
        table.forget(cell -> false, now);
        assertThat(load(snapshot(), "pinned").placement()).isEqualTo(Placement.pinned(0));
    }

    @Test
    void shouldBeUnsettledForAMomentAfterAMove() {
        runFor(100);
        table.moved("a", now);
        assertThat(load(snapshot(), "a").settled()).isFalse();
        now += 500 * MILLI;
        assertThat(load(snapshot(), "a").settled()).isTrue();
    }

    @Test
    void shouldBeColdUntilEnoughHasRun() {
        assertThat(snapshot().cold()).isTrue();
        table.ran("a", 1000, 9_999, now);
        assertThat(table.isCold()).isTrue();
        table.ran("a", 1000, 1, now);
        assertThat(table.isCold()).isFalse();
        LoadTable<String> slow = new LoadTable<>(BalanceConfig.defaults());
        slow.ran("a", 200_000_000, 1, now);
        assertThat(slow.isCold()).isFalse();
    }

    @Test
    void shouldSumTalkAndWorkByHome() {
        runFor(1000);
        LoadSnapshot<String> here = snapshot();
        assertThat(here.talk()[0]).isCloseTo(5000, within(80.0));
        assertThat(here.work()[0]).isCloseTo(0.3, within(0.005));
        List<WorkerLoad> two = List.of(WorkerLoad.STOPPED, WorkerLoad.STOPPED);
        assertThat(table.snapshot(now, two, cell -> cell.equals("b") ? 1 : 0, cell -> 0)
                        .talk())
                .containsExactly(0, 0);
    }

    @Test
    void shouldBoundWhatItRemembers() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            names.add("c" + i);
            table.ran(names.get(i), 1000, 1, now);
        }
        assertThat(table.size()).isEqualTo(8192);
    }

    @Test
    void shouldSettleForGoodWhereThatIsAskedFor() {
        BalanceConfig config = BalanceConfig.defaults().moves(0.02, 2_000, ChronoUnit.FOREVER.getDuration());
        assertThat(new LoadTable<>(config).settleNanos())
                .isGreaterThan(Duration.ofDays(30_000).toNanos());
    }
}
