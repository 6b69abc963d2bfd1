// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import com.lmax.disruptor.Sequence;
import io.troupe.core.ActorSystem;
import io.troupe.core.cell.CellSystem;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.TurnLimits;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Two cells around a ring of two slots, whose turns the test runs. What a cell's owner writes is plain. */
final class StressLine {
    /** Its threads do nothing: the cells have homes of their own. */
    private static final CellSystem SYSTEM = CellSystem.of(ActorSystem.builder()
            .name("stress")
            .dispatcher(Dispatchers.manual())
            .start());

    final LineRing<Integer> ring;
    final StressStage first;
    final StressStage last;

    StressLine() {
        ring = new LineRing<>("stress", null, 2, false);
        first = new StressStage(ring);
        last = new StressStage(ring, first);
        List<StageCell<Integer>> all = List.of(first.cell, last.cell);
        first.cell.connect(new StageCell<?>[] {last.cell}, all, () -> {});
        last.cell.connect(new StageCell<?>[0], all, () -> {});
        ring.connect(new StageCell<?>[] {first.cell, last.cell}, new StageCell<?>[] {first.cell}, last.cell.sequence());
    }

    /** Publishes; returns whether the line still took it. */
    boolean put() {
        try {
            ring.put(1);
            return true;
        } catch (LineEndedException e) {
            return false;
        }
    }

    /** Turns of both, until nobody owns one. */
    void turnToTheEnd() {
        boolean more;
        do {
            boolean firstRan = first.turnIfOwned();
            more = last.turnIfOwned() || firstRan;
        } while (more);
    }

    /** A stage that counts, and who owns its cell. */
    static final class StressStage implements CellHome {
        private final AtomicInteger told = new AtomicInteger();
        final StageCell<Integer> cell;
        private int handled;
        private int owned;

        StressStage(LineRing<Integer> ring, StressStage... before) {
            Sequence[] sequences = new Sequence[before.length];
            for (int i = 0; i < before.length; i++) {
                sequences[i] = before[i].cell.sequence();
            }
            Stage<Integer> stage = Stage.of("stage", element -> handled++);
            cell = new StageCell<>(
                    SYSTEM,
                    ring,
                    this,
                    new StageMailbox<>(ring, before.length == 0),
                    StageWork.of(
                            List.of(stage), before.length + 1, FailurePolicy.stop(), (name, cause, verdict, one) -> {}),
                    false,
                    sequences);
        }

        @Override
        public void onReady(Cell ready) {
            told.incrementAndGet();
        }

        /** The turn that the cell has been given to somebody for. */
        void turn() {
            owned++;
            if (cell.turn(TurnLimits.DEFAULT)) {
                told.incrementAndGet();
            }
        }

        /** How many own the cell. */
        int owners() {
            return told.get() - owned;
        }

        boolean turnIfOwned() {
            if (owners() == 0) {
                return false;
            }
            turn();
            return true;
        }

        int handled() {
            return handled;
        }
    }
}
