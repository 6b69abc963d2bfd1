// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Select;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;

/** Channels, or queues, between threads that block. */
public interface BlockingChannels {
    /** A way to hand an element over. */
    interface Handover {
        /** Waits until there is room, or without a buffer until it is received. */
        void put(Integer element) throws InterruptedException;

        /** Waits for an element. */
        Integer take() throws InterruptedException;
    }

    /** Takes from one of several channels. */
    @FunctionalInterface
    interface Selection {
        /** Waits for an element of any of them. */
        Integer take() throws InterruptedException;
    }

    /**
     * A new one.
     *
     * @param capacity 0 for none
     */
    Handover open(int capacity);

    /** Whether {@link #among} can be used. */
    default boolean canSelect() {
        return false;
    }

    /** Selects, for each element anew. */
    default Selection among(List<Handover> channels) {
        throw new UnsupportedOperationException("queues must offer a select: queues=" + this);
    }

    /** Ours, without actors. */
    static BlockingChannels troupe() {
        return new Ours();
    }

    /** Queues of the JDK: arrays, and transfer queues where there is no buffer. */
    static BlockingChannels jdk() {
        return capacity -> capacity == 0 ? new Transfer(new LinkedTransferQueue<>()) : new Array(capacity);
    }

    /** Our channels. */
    final class Ours implements BlockingChannels {
        private Ours() {}

        @Override
        public Handover open(int capacity) {
            return new Blocking(ActorStack.channel(capacity));
        }

        @Override
        public boolean canSelect() {
            return true;
        }

        @Override
        public Selection among(List<Handover> channels) {
            List<Channel<Integer>> all =
                    channels.stream().map(each -> ((Blocking) each).channel).toList();
            return () -> {
                Select<Integer> select = Select.fair().receive(all.get(0), element -> element);
                for (int i = 1; i < all.size(); i++) {
                    select.receive(all.get(i), element -> element);
                }
                return select.await();
            };
        }

        private record Blocking(Channel<Integer> channel) implements Handover {
            @Override
            public void put(Integer element) {
                channel.put(element);
            }

            @Override
            public Integer take() {
                return channel.take();
            }
        }
    }

    /**
     * A queue without room.
     *
     * @param queue of the JDK
     */
    record Transfer(LinkedTransferQueue<Integer> queue) implements Handover {
        @Override
        public void put(Integer element) throws InterruptedException {
            queue.transfer(element);
        }

        @Override
        public Integer take() throws InterruptedException {
            return queue.take();
        }
    }

    /**
     * A queue with room.
     *
     * @param queue of the JDK
     */
    record Array(ArrayBlockingQueue<Integer> queue) implements Handover {
        private Array(int capacity) {
            this(new ArrayBlockingQueue<>(capacity));
        }

        @Override
        public void put(Integer element) throws InterruptedException {
            queue.put(element);
        }

        @Override
        public Integer take() throws InterruptedException {
            return queue.take();
        }
    }
}
