// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mailbox;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Spinner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Producer threads put, the benchmark thread delivers. Who finds a bounded mailbox full yields and tries again. */
@State(Scope.Benchmark)
@OperationsPerInvocation(ContendedMailboxBenchmark.MESSAGES)
public class ContendedMailboxBenchmark extends PerMessage {
    static final int MESSAGES = 400_000;

    private final Sum sum = new Sum();

    /** The mailbox; those that displace messages are left out. */
    @Param({"INTRUSIVE", "LINKED_ARRAY", "FAIL", "PACE", "RAW_MPSC_UNBOUNDED", "RAW_MPSC_BOUNDED", "RAW_JDK_LINKED"})
    public Kind kind = Kind.INTRUSIVE;

    /** Threads that put; divides the number of messages. */
    @Param({"1", "8"})
    public int producers = 1;

    @SuppressWarnings("NullAway.Init") // set in setUp()
    private Box box;

    @SuppressWarnings("NullAway.Init") // set in setUp()
    private ExecutorService threads;

    /** An empty mailbox and its producers. */
    @Setup
    public void setUp() {
        box = kind.create(sum);
        threads = Executors.newFixedThreadPool(producers);
    }

    /** From the start of the producers to the last delivery. */
    @Benchmark
    public long transfer() {
        int share = MESSAGES / producers;
        for (int i = 0; i < producers; i++) {
            threads.execute(() -> produce(share));
        }
        Spinner spinner = new Spinner();
        while (sum.count() < MESSAGES) {
            int before = sum.count();
            box.drain();
            if (sum.count() == before) {
                spinner.idle();
            } else {
                spinner.reset();
            }
        }
        return sum.take(producers * (share * (share - 1L) / 2));
    }

    private void produce(int share) {
        for (int i = 0; i < share; i++) {
            AddMessage message = new AddMessage(i);
            while (!box.put(message)) {
                Thread.yield();
            }
        }
    }

    /** Ends the producers. */
    @TearDown
    public void tearDown() {
        threads.shutdownNow();
    }
}
