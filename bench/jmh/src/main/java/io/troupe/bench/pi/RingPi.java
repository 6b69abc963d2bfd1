// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.peer.DisruptorPeer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Pi on a Disruptor: one ring buffer, the slicers side by side, behind them (in the diamond) the accumulator. */
@State(Scope.Benchmark)
public abstract class RingPi {
    @SuppressWarnings("NullAway.Init") // set in start()
    private Disruptor<Slot> disruptor;

    @SuppressWarnings("NullAway.Init") // set in start()
    private Total total;

    private int slices;

    /** Wires the handlers. */
    abstract void wire(Disruptor<Slot> ring, Job job, Total sum);

    /** Starts the handlers. */
    @Setup(Level.Trial)
    public void start(Job job) {
        slices = job.slices();
        total = new Total(slices);
        disruptor = DisruptorPeer.ring(Slot::new, ProducerType.SINGLE);
        wire(disruptor, job, total);
        disruptor.start();
    }

    long run() {
        RingBuffer<Slot> ring = disruptor.getRingBuffer();
        for (int i = 0; i < slices; i++) {
            long sequence = ring.next();
            ring.get(sequence).slice = i;
            ring.publish(sequence);
        }
        return total.await();
    }

    /** Ends the handlers. */
    @TearDown(Level.Trial)
    public void stop() {
        disruptor.halt();
    }

    /** An event. Fields are handed from stage to stage by the sequences of the ring buffer. */
    static final class Slot {
        private int slice;
        private double result;
    }

    /** Each result travels in its event to the accumulator. */
    public static class Diamond extends RingPi {
        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // a generic array of handlers
        void wire(Disruptor<Slot> ring, Job job, Total sum) {
            int terms = job.terms();
            EventHandler<Slot>[] slicers = new EventHandler[Batch.WORKERS];
            for (int i = 0; i < slicers.length; i++) {
                int own = i;
                slicers[i] = (slot, sequence, endOfBatch) -> {
                    if (slot.slice % Batch.WORKERS == own) {
                        slot.result = Job.slice(slot.slice, terms);
                    }
                };
            }
            ring.handleEventsWith(slicers).then((slot, sequence, endOfBatch) -> sum.add(slot.result));
        }
    }

    /** Each slicer adds up its results and hands over the sum when the ring buffer has no more for it. */
    public static class Batched extends RingPi {
        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // a generic array of handlers
        void wire(Disruptor<Slot> ring, Job job, Total sum) {
            EventHandler<Slot>[] slicers = new EventHandler[Batch.WORKERS];
            for (int i = 0; i < slicers.length; i++) {
                slicers[i] = new BatchingSlicer(i, job.terms(), sum);
            }
            ring.handleEventsWith(slicers);
        }
    }

    /** A slicer of the batched ring. */
    private static final class BatchingSlicer implements EventHandler<Slot> {
        private final int own;
        private final int terms;
        private final Total total;
        private double sum;
        private int parts;

        BatchingSlicer(int own, int terms, Total total) {
            this.own = own;
            this.terms = terms;
            this.total = total;
        }

        @Override
        public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
            if (slot.slice % Batch.WORKERS == own) {
                sum += Job.slice(slot.slice, terms);
                parts++;
            }
            if (endOfBatch && parts > 0) {
                total.addShared(sum, parts);
                sum = 0;
                parts = 0;
            }
        }
    }
}
