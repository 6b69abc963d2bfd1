// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.DecisionReason;
import io.troupe.dispatch.balance.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalancerScaleTest {
    private static final int SECOND = 50; // windows

    private static Scene independent(int cells, int stopped) {
        Scene scene = new Scene().overloaded(cells - 1).stopped(stopped);
        for (int i = 0; i < cells; i++) {
            scene.cell("c" + i, 0, 1.0 / cells);
        }
        return scene;
    }

    @Test
    void shouldNotStartWorkersForColdCode() {
        Scene scene = independent(8, 3);
        scene.cold = true;
        assertThat(scene.decide()).isEmpty();
    }

    @Test
    void shouldStartAWorkerAtOnceAndMoveLessWorkThanStays() {
        Scene scene = new Scene().overloaded(4).stopped(1);
        scene.cell("a", 0, 0.3)
                .cell("b", 0, 0.2)
                .cell("c", 0, 0.2)
                .cell("d", 0, 0.2)
                .cell("e", 0, 0.1);
        List<Decision<String>> decisions = scene.decide();
        assertThat(decisions.get(0)).isInstanceOf(Decision.Start.class);
        assertThat(decisions.get(1)).isInstanceOf(Decision.Move.class);
        scene.carryOut(decisions);
        assertThat(scene.sum(1)).isBetween(0.3, 0.5);
        assertThat(Scene.moves(decisions)).allMatch(move -> move.reason() == DecisionReason.OVERLOAD);
        assertThat(Scene.moves(decisions)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void shouldHaveSixtyFourWorkersAfterThreeDecisions() {
        Scene scene = independent(640, 63);
        int running = 1;
        for (int i = 0; i < 3; i++) {
            List<Decision<String>> decisions = scene.decide();
            scene.carryOut(decisions);
            running += (int) Scene.count(decisions, Decision.Start.class);
            for (int w = 0; w < 64; w++) {
                scene.workers.set(
                        w,
                        w < running ? new WorkerLoad(true, 1, 640.0 / running - 1, true, false) : WorkerLoad.STOPPED);
            }
        }
        assertThat(running).isEqualTo(64);
    }

    @Test
    void shouldNotStartMoreWorkersThanThereAreCellsToRun() {
        Scene scene = new Scene().overloaded(1).stopped(7).cell("a", 0, 0.5).cell("b", 0, 0.5);
        assertThat(Scene.count(scene.decide(), Decision.Start.class)).isEqualTo(1);
    }

    @Test
    void shouldNotSplitALonePairWhateverItsMessagesCost() {
        for (double rate : new double[] {5e6, 1e5, 1e3}) {
            Scene scene =
                    new Scene().overloaded(0).stopped(3).cell("ping", 0, 0.5).cell("pong", 0, 0.5);
            scene.edge("ping", "pong", rate);
            assertThat(scene.decideWithin(SECOND)).as("rate %s", rate).isEmpty();
            Scene two =
                    new Scene().overloaded(0).worker(0, 0).cell("ping", 0, 0.5).cell("pong", 0, 0.5);
            two.edge("ping", "pong", rate);
            assertThat(two.decideWithin(SECOND)).as("rate %s", rate).isEmpty();
        }
    }

    @Test
    void shouldSpreadPairsWithoutSplittingAny() {
        Scene scene = new Scene().overloaded(99).stopped(7);
        for (int i = 0; i < 100; i++) {
            scene.cell("a" + i, 0, 0.005).cell("b" + i, 0, 0.005).edge("a" + i, "b" + i, 40_000);
        }
        List<Decision<String>> decisions = scene.decide();
        scene.carryOut(decisions);
        assertThat(Scene.count(decisions, Decision.Start.class)).isEqualTo(7);
        for (int i = 0; i < 100; i++) {
            assertThat(scene.home("a" + i)).isEqualTo(scene.home("b" + i));
        }
        for (int w = 0; w < 8; w++) {
            assertThat(scene.sum(w)).isBetween(0.1, 0.15);
        }
    }

    private static Scene group(double callsPerSecond) {
        Scene scene = independent(32, 3);
        for (int i = 0; i < 32; i++) {
            for (int j = i + 1; j < 32; j++) {
                scene.edge("c" + i, "c" + j, callsPerSecond / (32 * 31 / 2.0));
            }
        }
        return scene;
    }

    @Test
    void shouldNotSplitAGroupThatTalksMoreThanItWorks() {
        Scene scene = group(10e6);
        assertThat(scene.decideWithin(SECOND)).isEmpty();
    }

    @Test
    void shouldSplitAGroupThatWorksMoreThanItTalks() {
        Scene scene = group(100_000);
        assertThat(Scene.count(scene.decideWithin(SECOND), Decision.Start.class))
                .isEqualTo(3);
    }

    @Test
    void shouldShareWhatNobodyKnows() {
        Scene scene = new Scene().overloaded(50).stopped(3);
        List<Decision<String>> decisions = scene.decide();
        assertThat(Scene.count(decisions, Decision.Start.class)).isEqualTo(3);
        assertThat(decisions.get(3)).isInstanceOf(Decision.Share.class);
    }

    @Test
    void shouldShareWhatIsKnownTooLittleAfterALongSilence() {
        Scene scene = new Scene().overloaded(50).stopped(3).cell("a", 0, 1e-9).cell("b", 0, 1e-8);
        List<Decision<String>> decisions = scene.decide();
        assertThat(decisions.stream()
                        .filter(Decision.Share.class::isInstance)
                        .map(decision -> ((Decision.Share<String>) decision).worker()))
                .as("the overloaded one, and those that begin to help: they get more than they can do at once")
                .containsExactly(0, 1, 2, 3);
    }

    @Test
    void shouldCountWhatOthersDoForTheHomeOfTheCells() {
        Scene scene = new Scene().overloaded(5).worker(0.9, 1).worker(0.9, 1);
        for (int i = 0; i < 30; i++) { // all at home on the first, done by all three
            scene.cell("c" + i, 0, 0.09);
        }
        scene.carryOut(scene.decideWithin(2));
        for (int w = 0; w < 3; w++) {
            assertThat(scene.sum(w)).isBetween(0.7, 1.1);
        }
    }

    @Test
    void shouldMakeNoPlansBetweenTwoCallsForHelp() {
        Scene scene = new Scene().overloaded(5).worker(0, 0);
        for (int i = 0; i < 6; i++) {
            scene.cell("c" + i, 0, 1.0 / 6);
        }
        scene.decide();
        scene.now += Scene.WINDOW / 20 - Scene.WINDOW;
        assertThat(Scene.moves(scene.decide())).isEmpty();
        assertThat(Scene.moves(scene.decide())).hasSize(3);
    }

    @Test
    void shouldLetIdleWorkersHelpWhileAPlanIsNotConfirmed() {
        Scene scene = new Scene().overloaded(5).worker(0, 0);
        for (int i = 0; i < 6; i++) {
            scene.cell("c" + i, 0, 1.0 / 6);
        }
        assertThat(scene.decide()).singleElement().isInstanceOf(Decision.Share.class);
        assertThat(Scene.moves(scene.decide())).hasSize(3);
    }

    @Test
    void shouldNotShareAWorkerWhoseCellsTalkMoreThanTheyWork() {
        Scene scene = group(10e6);
        scene.workers.set(1, new WorkerLoad(true, 0, 0, false, false));
        assertThat(scene.decideWithin(SECOND)).isEmpty();
    }

    @Test
    void shouldStopWorkersOneByOneAfterThePatience() {
        Scene scene = new Scene().worker(0.2, 0).worker(0.05, 0).worker(0.01, 0);
        scene.cell("a", 0, 0.2).cell("b", 1, 0.05).cell("c", 2, 0.01);
        for (int i = 0; i < 2 * SECOND; i++) {
            assertThat(scene.decide()).isEmpty();
        }
        List<Decision<String>> decisions = scene.decideWithin(3);
        assertThat(Scene.moves(decisions)).extracting(Decision.Move::cell).containsExactly("c");
        assertThat(decisions.get(1)).isInstanceOfSatisfying(Decision.Stop.class, stop -> assertThat(stop.worker())
                .isEqualTo(2));
    }

    @Test
    void shouldKeepWorkersThatWouldSoonBeNeededAgain() {
        Scene scene =
                new Scene().worker(0.3, 0).worker(0.25, 0).cell("a", 0, 0.3).cell("b", 1, 0.25);
        assertThat(scene.decideWithin(10 * SECOND)).isEmpty();
    }

    @Test
    void shouldBeginToWaitAnewAfterABusyMoment() {
        Scene scene =
                new Scene().worker(0.1, 0).worker(0.1, 0).cell("a", 0, 0.1).cell("b", 1, 0.1);
        for (int i = 0; i < 90; i++) {
            assertThat(scene.decide()).isEmpty();
        }
        scene.workers.set(0, new WorkerLoad(true, 0.6, 0, false, false));
        assertThat(scene.decide()).isEmpty();
        scene.workers.set(0, new WorkerLoad(true, 0.1, 0, false, false));
        for (int i = 0; i < 90; i++) {
            assertThat(scene.decide()).isEmpty();
        }
    }

    @Test
    void shouldNotStopAWorkerWithPinnedCells() {
        Scene scene = new Scene().worker(0.1, 0);
        scene.workers.add(new WorkerLoad(true, 0, 0, false, true));
        scene.cell("a", 0, 0.1).cell("b", 1, 0, Placement.pinned(1));
        List<Decision<String>> decisions = scene.decideWithin(10 * SECOND);
        assertThat(decisions).anyMatch(d -> d instanceof Decision.Stop<String> stop && stop.worker() == 0);
    }
}
