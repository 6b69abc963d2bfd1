// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.DecisionReason;
import io.troupe.dispatch.balance.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BalancerMoveTest {
    private static final int SECOND = 50; // windows

    @Test
    void shouldMoveOnlyWhatTwoSnapshotsAgreeOn() {
        Scene scene =
                new Scene().worker(0.9, 1).worker(0.1, 0).cell("a", 0, 0.45).cell("b", 0, 0.45);
        scene.cell("c", 1, 0.1);
        assertThat(scene.decide()).isEmpty();
        List<Decision<String>> decisions = scene.decide();
        assertThat(Scene.moves(decisions)).singleElement().satisfies(move -> {
            assertThat(move.from()).isZero();
            assertThat(move.to()).isEqualTo(1);
            assertThat(move.reason()).isEqualTo(DecisionReason.IMBALANCE);
            assertThat(move.gain()).isPositive();
        });
    }

    @Test
    void shouldWaitAfterAPlanUntilMeasurementsFollow() {
        Scene scene =
                new Scene().worker(0.9, 1).worker(0.1, 0).cell("a", 0, 0.45).cell("b", 0, 0.45);
        scene.cell("c", 1, 0.1);
        scene.carryOut(scene.decideWithin(2));
        for (int i = 0; i < 4; i++) { // workers still look as before
            assertThat(scene.decide()).isEmpty();
        }
    }

    @Test
    void shouldNotMoveWhatWasMovedAMomentAgo() {
        Scene scene =
                new Scene().worker(0.9, 1).worker(0.1, 0).cell("a", 0, 0.45).cell("b", 0, 0.45);
        scene.settled("a", false);
        scene.settled("b", false);
        assertThat(scene.decideWithin(SECOND)).isEmpty();
        scene.settled("b", true);
        assertThat(Scene.moves(scene.decideWithin(SECOND)))
                .extracting(Decision.Move::cell)
                .containsExactly("b");
    }

    @Test
    void shouldKeepToTheBudget() {
        Scene scene = new Scene(BalanceConfig.defaults().moves(0.02, 2, Duration.ofMillis(500)));
        scene.worker(1, 99).worker(0, 0);
        for (int i = 0; i < 50; i++) {
            scene.cell("c" + i, 0, 0.02);
        }
        assertThat(Scene.moves(scene.decideWithin(2))).hasSize(10);
        assertThat(Scene.moves(scene.decideWithin(20))).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void shouldNotMoveForNoise() {
        for (int workers : new int[] {2, 8, 64}) {
            for (double load : new double[] {0.55, 0.6, 0.7, 0.85}) {
                double noise = load > 0.8 ? 0.1 : 0.2;
                assertThat(movesUnderNoise(workers, load, noise))
                        .as("%d workers, load %s", workers, load)
                        .isZero();
            }
        }
    }

    private static int movesUnderNoise(int workers, double load, double noise) {
        Random random = new Random(42);
        Scene scene = new Scene();
        int perWorker = 12;
        for (int w = 0; w < workers; w++) {
            scene.worker(load, load);
            for (int i = 0; i < perWorker; i++) {
                scene.cell(w + "." + i, w, load / perWorker);
            }
        }
        List<CellLoad<String>> truth = new ArrayList<>(scene.cells);
        int moves = 0;
        for (int n = 0; n < 1000; n++) {
            for (int w = 0; w < workers; w++) {
                double busy = load * (1 + noise * (2 * random.nextDouble() - 1));
                scene.workers.set(w, new WorkerLoad(true, busy, 2 * load * random.nextDouble(), busy > 0.9, false));
            }
            for (int c = 0; c < truth.size(); c++) {
                CellLoad<String> cell = truth.get(c);
                double share = cell.share() * (1 + noise * (2 * random.nextDouble() - 1));
                scene.cells.set(c, new CellLoad<>(cell.cell(), cell.home(), share, 0, true, cell.placement()));
            }
            moves += Scene.moves(scene.decide()).size();
        }
        return moves;
    }

    @Test
    void shouldNotTradeCellsBetweenFullWorkersForQueuesThatWander() {
        for (int workers : new int[] {2, 8, 32}) {
            Random random = new Random(7);
            Scene scene = new Scene();
            for (int w = 0; w < workers; w++) {
                scene.worker(1, 10);
                for (int i = 0; i < 30; i++) {
                    scene.cell(w + "." + i, w, 1.0 / 30);
                }
            }
            double[] queue = new double[workers];
            Arrays.fill(queue, 10);
            for (int n = 0; n < 1000; n++) {
                for (int w = 0; w < workers; w++) {
                    queue[w] = Math.abs(queue[w] + 6 * random.nextGaussian());
                    queue[w] = queue[w] > 29 ? 58 - queue[w] : queue[w];
                    scene.workers.set(w, new WorkerLoad(true, 1, queue[w], true, false));
                }
                assertThat(Scene.moves(scene.decide()))
                        .as("%d workers, snapshot %d", workers, n)
                        .isEmpty();
            }
        }
    }

    @Test
    void shouldEvenOutHotCellsOfFullWorkers() {
        Scene scene = new Scene().overloaded(2).overloaded(0);
        scene.cell("a", 0, 1.0 / 3).cell("b", 0, 1.0 / 3).cell("c", 0, 1.0 / 3).cell("d", 1, 1);
        List<Decision<String>> decisions = scene.decideWithin(4 * SECOND);
        assertThat(Scene.moves(decisions)).singleElement().satisfies(move -> assertThat(move.to())
                .isEqualTo(1));
    }

    @Test
    void shouldBringTalkersTogetherAsAWhole() {
        Scene scene = new Scene().worker(0.6, 0).worker(0.6, 0).worker(0.6, 0);
        for (int cluster = 0; cluster < 3; cluster++) {
            for (int i = 0; i < 6; i++) {
                scene.cell(cluster + "." + i, i % 3, 0.1);
            }
            for (int i = 0; i < 6; i++) {
                scene.edge(cluster + "." + i, cluster + "." + (i + 1) % 6, 300_000);
            }
        }
        scene.carryOut(scene.decideWithin(2));
        for (int cluster = 0; cluster < 3; cluster++) {
            for (int i = 1; i < 6; i++) {
                assertThat(scene.home(cluster + "." + i)).isEqualTo(scene.home(cluster + ".0"));
            }
        }
        assertThat(scene.sum(0)).isBetween(0.5, 0.7);
        assertThat(scene.sum(1)).isBetween(0.5, 0.7);
    }

    @Test
    void shouldLeaveEmptyCellsAlone() {
        Scene scene = new Scene().worker(0.9, 2).worker(0, 0).cell("a", 0, 0.5).cell("b", 0, 0.4);
        for (int i = 0; i < 50; i++) {
            scene.cell("empty" + i, 0, 0);
        }
        assertThat(Scene.moves(scene.decideWithin(2)))
                .extracting(Decision.Move::cell)
                .containsExactly("a");
    }

    @Test
    void shouldTakeWorkThatNobodyKnowsForFixed() {
        Scene scene =
                new Scene().worker(0.9, 2).worker(0.4, 0).cell("a", 1, 0.2).cell("b", 1, 0.2);
        assertThat(scene.decideWithin(SECOND)).isEmpty();
    }

    @Test
    void shouldPutPinnedCellsWhereTheyBelong() {
        Scene scene = new Scene().worker(0.1, 0).worker(0.1, 0).cell("a", 0, 0.1, Placement.pinned(3));
        assertThat(Scene.moves(scene.decide())).singleElement().satisfies(move -> {
            assertThat(move.to()).isEqualTo(1);
            assertThat(move.reason()).isEqualTo(DecisionReason.PLACEMENT);
        });
    }

    @Test
    void shouldStartTheWorkerOfPinnedCells() {
        Scene scene = new Scene().worker(0.1, 0).stopped(1).cell("a", 0, 0.1, Placement.pinned(1));
        assertThat(scene.decide()).singleElement().isInstanceOfSatisfying(Decision.Start.class, start -> {
            assertThat(start.worker()).isEqualTo(1);
            assertThat(start.reason()).isEqualTo(DecisionReason.PLACEMENT);
        });
    }

    @Test
    void shouldNotMovePinnedCells() {
        Scene scene = new Scene().worker(0.9, 2).worker(0, 0);
        scene.cell("a", 0, 0.45, Placement.pinned(0)).cell("b", 0, 0.45, Placement.pinned(0));
        assertThat(scene.decideWithin(SECOND)).isEmpty();
    }

    @Test
    void shouldGatherCellsThatBelongTogether() {
        Scene scene = new Scene().worker(0.3, 0).worker(0.2, 0).worker(0.2, 0);
        scene.cell("a", 0, 0.3, Placement.together("k"));
        scene.cell("b", 1, 0.2, Placement.together("k")).cell("c", 2, 0.2, Placement.together("k"));
        scene.carryOut(scene.decide());
        assertThat(scene.sum(0)).isGreaterThan(0.6);
        assertThat(scene.decideWithin(40)).isEmpty();
    }

    @Test
    void shouldMoveCellsThatBelongTogetherOnlyTogether() {
        Scene scene = new Scene().worker(1, 3).worker(0, 0);
        scene.cell("a", 0, 0.2, Placement.together("k")).cell("b", 0, 0.2, Placement.together("k"));
        scene.cell("c", 0, 0.3, Placement.together("l")).cell("d", 0, 0.3, Placement.together("l"));
        scene.carryOut(scene.decideWithin(2));
        assertThat(scene.home("a")).isEqualTo(scene.home("b"));
        assertThat(scene.home("c")).isEqualTo(scene.home("d"));
        assertThat(scene.home("a")).isNotEqualTo(scene.home("c"));
    }

    @Test
    void shouldSpreadCellsThatAreToBeApart() {
        Scene scene = new Scene().worker(0.2, 0).worker(0.2, 0).worker(0.2, 0);
        for (int i = 0; i < 6; i++) {
            scene.cell("c" + i, 0, 0.1, Placement.apart("k"));
        }
        scene.carryOut(scene.decide());
        for (int w = 0; w < 3; w++) {
            assertThat(scene.sum(w)).isBetween(0.19, 0.21);
        }
        assertThat(scene.decideWithin(20)).isEmpty();
    }
}
