// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.astar;

import io.troupe.bench.harness.Completion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Master} and {@link Worker} do, in Pekko. */
final class PekkoMaster {
    private final Grid grid;
    private final Costs costs;
    private final Completion completion;
    private final ActorRef<Message> self;
    private final Agenda agenda = new Agenda();
    private final Deque<ActorRef<Work>> idle = new ArrayDeque<>();
    private int workers;

    private PekkoMaster(Grid grid, Costs costs, Completion completion, ActorRef<Message> self) {
        this.grid = grid;
        this.costs = costs;
        this.completion = completion;
        this.self = self;
    }

    static Behavior<Message> master(Grid grid, Costs costs, Completion completion) {
        return Behaviors.setup(context -> {
            PekkoMaster master = new PekkoMaster(grid, costs, completion, context.getSelf());
            return Behaviors.receiveMessage(master::onMessage);
        });
    }

    static Behavior<Work> worker(Search search) {
        return Behaviors.setup(context -> {
            ActorRef<Work> worker = context.getSelf();
            return Behaviors.receiveMessage(work -> {
                work.master().tell(new Left(worker, search.from(work.entry())));
                return Behaviors.same();
            });
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Left left) {
            idle.add(left.worker());
            for (long entry : left.entries()) {
                agenda.add(entry);
            }
            handOut();
        } else if (message instanceof Employ employ) {
            idle.addAll(employ.workers());
            workers = employ.workers().size();
        } else {
            costs.reset();
            agenda.add(Agenda.entry(grid.estimate(Grid.ORIGIN), Grid.ORIGIN));
            handOut();
        }
        return Behaviors.same();
    }

    private void handOut() {
        while (!agenda.isEmpty() && !idle.isEmpty()) {
            idle.remove().tell(new Work(agenda.remove(), self));
        }
        if (idle.size() == workers) {
            completion.complete(costs.best());
        }
    }

    /** What the master hears. */
    sealed interface Message permits Employ, Begin, Left {}

    /** All workers. */
    record Employ(List<ActorRef<Work>> workers) implements Message {}

    /** Starts a run. */
    record Begin() implements Message {}

    /** What a worker has not looked at; nobody changes it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Left(ActorRef<Work> worker, long[] entries) implements Message {}

    /** Where a worker is to search. */
    record Work(long entry, ActorRef<Message> master) {}
}
