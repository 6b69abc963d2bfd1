// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.queens;

import io.troupe.bench.harness.Completion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Master} and {@link Worker} do, in Pekko. */
final class PekkoMaster {
    private final Tally tally;
    private final Completion completion;
    private final ActorRef<Message> self;
    private final Deque<ActorRef<Work>> idle = new ArrayDeque<>();
    private int workers;

    private PekkoMaster(Tally tally, Completion completion, ActorRef<Message> self) {
        this.tally = tally;
        this.completion = completion;
        this.self = self;
    }

    static Behavior<Message> master(Tally tally, Completion completion) {
        return Behaviors.setup(context -> {
            PekkoMaster master = new PekkoMaster(tally, completion, context.getSelf());
            return Behaviors.receiveMessage(master::onMessage);
        });
    }

    static Behavior<Work> worker(Board rules, int threshold) {
        return Behaviors.setup(context -> {
            ActorRef<Work> worker = context.getSelf();
            return Behaviors.receiveMessage(work -> {
                ActorRef<Message> master = work.master();
                if (Board.queens(work.board()) < threshold) {
                    rules.extend(work.board(), board -> master.tell(new Extended(board)));
                } else {
                    rules.solve(work.board(), board -> master.tell(new Solution(board)));
                }
                master.tell(new Done(worker));
                return Behaviors.same();
            });
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Solution solution) {
            tally.solved(solution.board());
        } else if (message instanceof Extended extended) {
            tally.add(extended.board());
        } else if (message instanceof Done done) {
            idle.add(done.worker());
            handOut();
        } else if (message instanceof Employ employ) {
            idle.addAll(employ.workers());
            workers = employ.workers().size();
        } else {
            tally.reset();
            handOut();
        }
        return Behaviors.same();
    }

    private void handOut() {
        while (tally.hasWork() && !idle.isEmpty()) {
            idle.remove().tell(new Work(tally.next(), self));
        }
        if (idle.size() == workers) {
            completion.complete(tally.found());
        }
    }

    /** What the master hears. */
    sealed interface Message permits Employ, Begin, Extended, Solution, Done {}

    /** All workers. */
    record Employ(List<ActorRef<Work>> workers) implements Message {}

    /** Starts a run. */
    record Begin() implements Message {}

    /** A board with one more queen. */
    record Extended(long board) implements Message {}

    /** A board with all queens. */
    record Solution(long board) implements Message {}

    /** A worker is idle again. */
    record Done(ActorRef<Work> worker) implements Message {}

    /** What to work on. */
    record Work(long board, ActorRef<Message> master) {}
}
