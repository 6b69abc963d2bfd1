// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mailbox;

import io.troupe.bench.harness.PerMessage;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One actor tells far more in one turn than the mailboxes of its paced targets hold: the price must not grow with the number. */
@State(Scope.Benchmark)
public class PacedBurstBenchmark extends PerMessage {
    static final int FEW = 10_000;
    static final int MANY = 640_000;
    private static final int CAPACITY = 16;

    /** Actors that are told in turn. */
    @Param({"1", "2"})
    public int targets = 1;

    @SuppressWarnings("NullAway.Init") // set in setUp()
    private ActorSystem system;

    @SuppressWarnings("NullAway.Init") // set in setUp()
    private Source source;

    private final List<Sink> sinks = new ArrayList<>();

    /** Actors at rest. */
    @Setup
    public void setUp() {
        system = ActorSystem.start("burst");
        for (int i = 0; i < targets; i++) {
            sinks.add(system.spawn(
                    Sink.class,
                    Sink::new,
                    ActorOptions.defaults().mailbox(MailboxSpec.bounded(CAPACITY, Overflow.PACE))));
        }
        source = system.spawn(Source.class, Source::new);
    }

    /** 10,000 messages in one turn. */
    @Benchmark
    @OperationsPerInvocation(FEW)
    public void few() throws InterruptedException {
        burst(FEW);
    }

    /** 640,000 messages in one turn. */
    @Benchmark
    @OperationsPerInvocation(MANY)
    public void many() throws InterruptedException {
        burst(MANY);
    }

    private void burst(int messages) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(targets);
        source.send(sinks, messages, done);
        done.await();
    }

    /** Ends the actors. */
    @TearDown
    public void tearDown() {
        system.close();
    }

    /** Sends all at once. */
    public static class Source extends Actor<Source> {
        /** Tells the sinks in turn, and each at the end that it was the last message. */
        public void send(List<Sink> sinks, int messages, CountDownLatch done) {
            for (int i = 0; i < messages; i++) {
                sinks.get(i % sinks.size()).add(i);
            }
            sinks.forEach(sink -> sink.finish(done));
        }
    }

    /** Adds. */
    public static class Sink extends Actor<Sink> {
        private long sum;

        /** Adds a number. */
        public void add(int number) {
            sum += number;
        }

        /** Tells that all has arrived. */
        public void finish(CountDownLatch done) {
            if (sum != 0) {
                sum = 0;
            }
            done.countDown();
        }
    }
}
