// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.peer.DisruptorPeer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A Disruptor used as it is meant: preallocated events with a typed field. */
@State(Scope.Benchmark)
public abstract class NumberRing {
    private final ProducerType producers;
    private final int messages;
    private final Completion completion = new Completion();

    @SuppressWarnings("NullAway.Init") // set in start()
    private Disruptor<NumberEvent> disruptor;

    NumberRing(ProducerType producers, int messages) {
        this.producers = producers;
        this.messages = messages;
    }

    /** Starts the consumer. */
    @Setup(Level.Trial)
    public void start() {
        Tally tally = new Tally(completion, messages);
        disruptor = DisruptorPeer.ring(NumberEvent::new, producers);
        disruptor.handleEventsWith((event, sequence, endOfBatch) -> tally.add(event.value));
        disruptor.start();
    }

    final void send(int from, int to) {
        RingBuffer<NumberEvent> ring = disruptor.getRingBuffer();
        for (int i = from; i < to; i++) {
            long sequence = ring.next();
            ring.get(sequence).value = i;
            ring.publish(sequence);
        }
    }

    final Completion completion() {
        return completion;
    }

    /** Ends the consumer. */
    @TearDown(Level.Trial)
    public void stop() {
        disruptor.halt();
    }
}
