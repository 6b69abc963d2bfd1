// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code that calls itself without end, with a channel on each level: an error of its own, and nobody else's. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChannelErrorTest {
    /** Where exactly the stack ends is up to the virtual machine. */
    private static final int STACKS = 100;

    @Test
    void shouldServeOthersWhenTheStackOfASenderWasFull() throws InterruptedException {
        for (int i = 0; i < STACKS; i++) {
            Channel<Integer> channel = Channels.buffered(16);
            fillStack(i, channel, each -> each.send(1));

            assertThat(channel.stats().inside()).isNotNegative();
        }
    }

    @Test
    void shouldServeOthersWhenTheStackOfAReceiverWasFull() throws InterruptedException {
        for (int i = 0; i < STACKS; i++) {
            Channel<Integer> channel = Channels.buffered(16);
            fillStack(i, channel, each -> {
                each.trySend(1);
                each.tryReceive();
            });

            while (channel.tryReceive() != null) {}
            assertThat(channel.trySend(2)).isTrue();
            assertThat(channel.tryReceive()).isEqualTo(2);
        }
    }

    @Test
    void shouldServeOthersWhenTheStackOfOneWhoChoosesWasFull() throws InterruptedException {
        for (int i = 0; i < STACKS; i++) {
            Channel<Integer> channel = Channels.buffered(16);
            Channel<Integer> other = Channels.buffered(16);
            fillStack(i, channel, each -> {
                Promise<Integer> unused = Select.inOrder()
                        .receive(each, value -> value)
                        .receive(other, value -> value)
                        .once();
            });

            assertThat(channel.stats().inside()).isZero();
            assertThat(other.stats().inside()).isZero();
        }
    }

    @Test
    void shouldServeOthersAfterAnErrorUnderTheLock() {
        Channel<Integer> channel = Channels.rendezvous();
        channel.enlistReceiver(new Breaking());

        assertThatThrownBy(() -> channel.trySend(1)).isInstanceOf(OutOfMemoryError.class);
        assertThat(channel.trySend(2)).isFalse();
    }

    private static void fillStack(int number, Channel<Integer> channel, Consumer<Channel<Integer>> step)
            throws InterruptedException {
        Thread caller = new Thread(null, () -> begin(number % 13, channel, step), "caller", 256 << 10);
        caller.start();
        caller.join();
    }

    private static int begin(int frames, Channel<Integer> channel, Consumer<Channel<Integer>> step) {
        if (frames > 0) {
            return begin(frames - 1, channel, step) + 1;
        }
        try {
            deeper(channel, step);
        } catch (StackOverflowError e) { // as the test wants it
        }
        return 0;
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int deeper(Channel<Integer> channel, Consumer<Channel<Integer>> step) {
        step.accept(channel);
        return deeper(channel, step) + 1;
    }

    /** A receiver for whom there is no memory. */
    private static final class Breaking extends Waiter<Integer> {
        @Override
        boolean claim(Integer element) {
            throw new OutOfMemoryError("on purpose");
        }

        @Override
        void wake() {}

        @Override
        boolean isGone() {
            return false;
        }
    }
}
