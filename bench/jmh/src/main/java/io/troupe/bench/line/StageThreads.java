// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.line;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A Disruptor as it is meant: a thread per stage, each behind the one before. */
@State(Scope.Benchmark)
public abstract class StageThreads {
    private final Completion completion = new Completion();
    private @Nullable Disruptor<Element> disruptor;

    /** For the states below. */
    protected StageThreads() {}

    /** How a stage waits for the one before. */
    protected abstract WaitStrategy waiting();

    /** Starts the stages. */
    @Setup(Level.Trial)
    public void start(LineBenchmark.Length length) {
        Element.Sum sum = new Element.Sum(completion, length.stages, Batch.MESSAGES);
        Disruptor<Element> made = new Disruptor<>(
                Element::new, Element.SLOTS, DaemonThreadFactory.INSTANCE, ProducerType.SINGLE, waiting());
        EventHandler<Element> last = (element, sequence, endOfBatch) -> sum.add(element);
        EventHandlerGroup<Element> row = null;
        for (int i = 1; i < length.stages; i++) {
            EventHandler<Element> stage = new Pass(); // a Disruptor tells its stages apart by their objects
            row = row == null ? made.handleEventsWith(stage) : row.then(stage);
        }
        if (row == null) {
            made.handleEventsWith(last);
        } else {
            row.then(last);
        }
        made.start();
        disruptor = made;
    }

    /** One of the stages before the last. */
    private static final class Pass implements EventHandler<Element> {
        @Override
        public void onEvent(Element element, long sequence, boolean endOfBatch) {
            element.pass();
        }
    }

    final long run() {
        Disruptor<Element> running = disruptor;
        if (running == null) {
            throw new IllegalStateException("the stages must be started by the harness: state=" + this);
        }
        RingBuffer<Element> ring = running.getRingBuffer();
        for (int i = 0; i < Batch.MESSAGES; i++) {
            long sequence = ring.next();
            ring.get(sequence).begin(i);
            ring.publish(sequence);
        }
        return completion.await(Element.sumBelow(Batch.MESSAGES));
    }

    /** Ends the stages. */
    @TearDown(Level.Trial)
    public void stop() {
        if (disruptor != null) {
            disruptor.halt();
        }
    }

    /** Stages that yield while they wait: they take all processors, also when there is nothing to do. */
    public static class Yielding extends StageThreads {
        @Override
        protected WaitStrategy waiting() {
            return new YieldingWaitStrategy();
        }
    }

    /** Stages that sleep while they wait. */
    public static class Blocking extends StageThreads {
        @Override
        protected WaitStrategy waiting() {
            return new BlockingWaitStrategy();
        }
    }
}
