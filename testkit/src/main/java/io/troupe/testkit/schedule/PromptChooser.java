// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Gives an actor its turn as soon as there is something to do for it, and leaves all else to another strategy. */
final class PromptChooser extends Chooser {
    private final Chooser others;
    private final Deque<Lane> turns = new ArrayDeque<>();

    PromptChooser(Chooser others) {
        this.others = others;
    }

    @Override
    int size() {
        return turns.size() + others.size();
    }

    @Override
    void add(Lane lane) {
        if (lane.content == Lane.Content.TURNS) {
            turns.add(lane);
        } else {
            others.add(lane);
        }
    }

    @Override
    void remove(Lane lane) {
        if (lane.content == Lane.Content.TURNS) {
            turns.remove(lane);
        } else {
            others.remove(lane);
        }
    }

    @Override
    Lane pick(@Nullable Lane time, long nanos) {
        Lane turn = turns.poll();
        return turn == null ? others.pick(time, nanos) : turn;
    }

    @Override
    void ran(Lane lane) {
        if (lane.content != Lane.Content.TURNS) {
            others.ran(lane);
        }
    }

    @Override
    double now() {
        return others.now();
    }
}
