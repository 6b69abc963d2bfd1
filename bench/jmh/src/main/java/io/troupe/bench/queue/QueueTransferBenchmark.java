// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.queue;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The uncontended floor of a mailbox: one offer and one poll by the same thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class QueueTransferBenchmark {

    private static final int CAPACITY = 1024;

    /** The queues that are compared. */
    public enum Kind {
        JDK_LINKED,
        MPSC_BOUNDED,
        MPSC_UNBOUNDED;

        private Queue<Object> create() {
            return switch (this) {
                case JDK_LINKED -> new ConcurrentLinkedQueue<>();
                case MPSC_BOUNDED -> new MpscVarHandleArrayQueue<>(CAPACITY);
                case MPSC_UNBOUNDED -> new MpscUnboundedVarHandleArrayQueue<>(CAPACITY);
            };
        }
    }

    @Param
    @SuppressWarnings("NullAway.Init") // set by JMH before setUp()
    public Kind kind;

    private final Object element = new Object();

    @SuppressWarnings("NullAway.Init") // set in setUp()
    private Queue<Object> queue;

    /** Gives each trial an empty queue. */
    @Setup
    public void setUp() {
        queue = kind.create();
    }

    /** Returns the polled element, so that neither half can be removed. */
    @Benchmark
    public @Nullable Object offerAndPoll() {
        queue.offer(element);
        return queue.poll();
    }
}
