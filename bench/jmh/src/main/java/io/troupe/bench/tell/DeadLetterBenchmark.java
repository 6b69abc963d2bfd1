// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A thread outside tells an actor that has ended, beside one that lives. */
@OperationsPerInvocation(Batch.MESSAGES)
public class DeadLetterBenchmark extends PerMessage {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Each message becomes a dead letter. */
    @Benchmark
    public long troupe(Counters counters) {
        long before = counters.system.deadLetters();
        for (int i = 0; i < Batch.MESSAGES; i++) {
            counters.ended.add(false);
        }
        long letters = counters.system.deadLetters() - before;
        if (letters != Batch.MESSAGES) {
            throw new IllegalStateException("each message must become a dead letter: letters=" + letters);
        }
        return letters;
    }

    /** What telling costs when there is somebody. */
    @Benchmark
    public long limitTell(Counters counters) {
        for (int i = 1; i < Batch.MESSAGES; i++) {
            counters.living.add(false);
        }
        counters.living.add(true);
        return counters.completion.await(Batch.MESSAGES);
    }

    /** A system with an actor that has ended; not {@link Troupe}, which takes dead letters for a defect. */
    @State(Scope.Benchmark)
    public static class Counters {
        /** Which one; "virtual" needs Java 21. */
        @Param({"stealing", "dedicated", "adaptive", "pool", "virtual"})
        public String dispatcher = "stealing";

        private final Completion completion = new Completion();

        @SuppressWarnings("NullAway.Init") // set in start()
        private ActorSystem system;

        @SuppressWarnings("NullAway.Init") // set in start()
        private Counter ended;

        @SuppressWarnings("NullAway.Init") // set in start()
        private Counter living;

        /** Made by JMH. */
        public Counters() {}

        /** Starts the system before a trial. */
        @Setup(Level.Trial)
        public void start() {
            system = ActorSystem.builder()
                    .name("bench")
                    .dispatcher(Troupe.dispatcher(dispatcher))
                    .start();
            living = system.spawn(Counter.class, () -> new Counter(completion));
            ended = system.spawn(Counter.class, () -> new Counter(completion));
            system.stop(ended).await(LIMIT);
        }

        /** Ends the system after a trial. */
        @TearDown(Level.Trial)
        public void stop() {
            system.close();
        }
    }

    /** Counts messages, and tells of the last one of a batch. */
    static class Counter extends Actor<Counter> {
        private final Completion completion;
        private long count;

        Counter(Completion completion) {
            this.completion = completion;
        }

        /** One more. */
        public void add(boolean last) {
            count++;
            if (last) {
                long counted = count;
                count = 0;
                completion.complete(counted);
            }
        }
    }
}
