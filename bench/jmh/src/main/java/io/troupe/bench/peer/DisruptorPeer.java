// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.EventTranslatorOneArg;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A ring buffer and its thread per actor; the events carry a message. For conversations in which only one thread at a time
 * publishes to a ring, which allows the single-producer kind. The guide (LMAX-Exchange/disruptor, user guide, "Basic Tuning
 * Options") calls that kind the best way to improve performance, busy spinning the fastest wait strategy if there are
 * fewer handlers than cores, and yielding the one to use otherwise; both are measured, the better one is the peer.
 * Suites that send in one direction use {@link #ring} with typed fields instead, as one should.
 */
public final class DisruptorPeer implements Peer {
    /** Slots of every ring buffer: 64 K. */
    public static final int SLOTS = 1 << 16;

    private final Queue<Disruptor<?>> started = new ConcurrentLinkedQueue<>();

    private final Supplier<WaitStrategy> strategy;

    private DisruptorPeer(Supplier<WaitStrategy> strategy) {
        this.strategy = strategy;
    }

    /** Handlers never let go of their processor. */
    public static DisruptorPeer spinning() {
        return new DisruptorPeer(BusySpinWaitStrategy::new);
    }

    /** Handlers let others run when they have nothing to do. */
    public static DisruptorPeer yielding() {
        return new DisruptorPeer(YieldingWaitStrategy::new);
    }

    /** A ring buffer for one direction, not started. Yields, because its publisher needs a processor, too. */
    public static <E> Disruptor<E> ring(EventFactory<E> factory, ProducerType producers) {
        return ring(factory, producers, new YieldingWaitStrategy());
    }

    private static <E> Disruptor<E> ring(EventFactory<E> factory, ProducerType producers, WaitStrategy waiting) {
        return new Disruptor<>(factory, SLOTS, DaemonThreadFactory.INSTANCE, producers, waiting);
    }

    @Override
    public <M> Recipient<M> spawn(Behavior<M> behavior) {
        Disruptor<Slot<M>> disruptor = ring(Slot::new, ProducerType.SINGLE, strategy.get());
        RingBuffer<Slot<M>> ring = disruptor.getRingBuffer();
        EventTranslatorOneArg<Slot<M>, M> fill = (slot, sequence, message) -> slot.message = message;
        Recipient<M> self = message -> ring.publishEvent(fill, message);
        disruptor.handleEventsWith((slot, sequence, endOfBatch) -> slot.deliver(behavior, self));
        disruptor.start();
        started.add(disruptor);
        return self;
    }

    @Override
    public void close() {
        started.forEach(Disruptor::halt);
    }

    /** An event. Written by the publisher, read by the handler; the ring buffer orders them. */
    private static final class Slot<M> {
        private @Nullable M message;

        void deliver(Behavior<M> behavior, Recipient<M> self) {
            M taken = message;
            if (taken == null) {
                throw new IllegalStateException("an event must carry a message");
            }
            behavior.onMessage(taken, self);
        }
    }
}
