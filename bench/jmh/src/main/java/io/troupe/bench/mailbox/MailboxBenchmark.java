// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mailbox;

import io.troupe.bench.harness.PerMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One thread puts and delivers: the instructions of a mailbox, without any contention. */
@State(Scope.Thread)
@OperationsPerInvocation(MailboxBenchmark.MESSAGES)
public class MailboxBenchmark extends PerMessage {
    static final int MESSAGES = 1_000;

    private static final long SUM = MESSAGES * (MESSAGES - 1L) / 2;

    /** The mailbox. */
    @Param
    public Kind kind = Kind.INTRUSIVE;

    private final Sum sum = new Sum();

    @SuppressWarnings("NullAway.Init") // set in setUp()
    private Box box;

    /** An empty mailbox. */
    @Setup
    public void setUp() {
        box = kind.create(sum);
    }

    /** Each message is delivered before the next is put: what a ping-pong needs. */
    @Benchmark
    public long oneByOne() {
        for (int i = 0; i < MESSAGES; i++) {
            put(i);
            box.drain();
        }
        return sum.take(SUM);
    }

    /** A thousand are put, then delivered: what a burst needs. */
    @Benchmark
    public long thousand() {
        for (int i = 0; i < MESSAGES; i++) {
            put(i);
        }
        box.drain();
        return sum.take(SUM);
    }

    private void put(int value) {
        if (!box.put(new AddMessage(value))) {
            throw new IllegalStateException("there must be room: kind=" + kind);
        }
    }
}
