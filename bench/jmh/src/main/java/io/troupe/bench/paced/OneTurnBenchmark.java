// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.paced;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Per message: an actor tells paced targets by turns, so many messages in one turn. */
@OperationsPerInvocation(OneTurnBenchmark.MESSAGES)
public class OneTurnBenchmark extends PerMessage {
    static final int MESSAGES = 640_000;
    private static final int CAPACITY = 1_000;

    /** In as many turns as it takes. */
    @Benchmark
    public long troupe(Troupe.Any state, Load load) {
        return state.run(load::onTroupe);
    }

    /** How many messages in a turn, and to how many targets. */
    @State(Scope.Benchmark)
    public static class Load {
        /** Messages that are told in one turn. */
        @Param({"10000", "640000"})
        public int perTurn;

        /** Actors that are told by turns. */
        @Param({"1", "2"})
        public int targets;

        Workload onTroupe(ActorSystem system) {
            Parts parts = new Parts(targets);
            ActorOptions paced = ActorOptions.defaults().mailbox(MailboxSpec.bounded(CAPACITY, Overflow.PACE));
            List<Target> told = new ArrayList<>();
            for (int i = 0; i < targets; i++) {
                told.add(system.spawn(Target.class, () -> new Target(parts), paced));
            }
            Sender sender = system.spawn(Sender.class, () -> new Sender(told));
            return () -> {
                for (int sent = 0; sent < MESSAGES; sent += perTurn) {
                    sender.send(perTurn);
                }
                sender.end();
                return parts.await(MESSAGES);
            };
        }
    }

    /** Sends more than there is room for. */
    static class Sender extends Actor<Sender> {
        private final List<Target> targets;

        Sender(List<Target> targets) {
            this.targets = targets;
        }

        /** All in this turn. */
        public void send(int messages) {
            for (int i = 0; i < messages; i++) {
                targets.get(i % targets.size()).add();
            }
        }

        /** After all others. */
        public void end() {
            targets.forEach(Target::end);
        }
    }

    /** Counts. */
    static class Target extends Actor<Target> {
        private final Parts parts;
        private long count;

        Target(Parts parts) {
            this.parts = parts;
        }

        /** One more. */
        public void add() {
            count++;
        }

        /** The last one of this batch. */
        public void end() {
            long counted = count;
            count = 0;
            parts.complete(counted);
        }
    }
}
