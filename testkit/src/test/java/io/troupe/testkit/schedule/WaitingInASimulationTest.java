// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Select;
import io.troupe.core.channel.Sender;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.TestSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocking calls in the thread that runs a simulation, of what belongs to no actor system. */
@Timeout(60)
class WaitingInASimulationTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration NANO = Duration.ofNanos(1);

    /** Uses channels. */
    public static class Worker extends Actor<Worker> {
        private final List<Integer> got = new ArrayList<>();

        public void produce(Sender<Integer> to, int count) {
            for (int i = 0; i < count; i++) {
                to.send(i);
            }
        }

        public void produceLater(Sender<Integer> to, Duration delay) {
            context().after(delay, () -> to.send(1));
        }

        public void consume(Receiver<Integer> from) {
            from.each(got::add);
        }

        public Promise<List<Integer>> got() {
            return Promise.of(List.copyOf(got));
        }

        public Promise<Integer> takes(Receiver<Integer> from) {
            return Promise.of(from.take(HOUR));
        }

        public Promise<Integer> waits(CompletablePromise<Integer> promise) {
            return Promise.of(promise.await(HOUR));
        }
    }

    @Test
    void shouldRefuseToWaitForAPromiseOfNoSystem() {
        CompletablePromise<Integer> bare = new CompletablePromise<>();
        try (TestSystem test = TestSystem.seeded(5)) {
            List<Promise<?>> promises = List.of(bare, bare.map(number -> number + 1), Promise.all(bare));
            assertThat(promises).allSatisfy(promise -> assertThatThrownBy(() -> promise.await(HOUR))
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageStartingWith("await must not be called in the thread that runs a simulation, nothing"
                            + " happens while it waits: ")
                    .hasMessageEndingWith("or use TestSystem.await(promise)"));
            bare.complete(1);
            assertThat(bare.await(HOUR)).isOne();
            assertThat(test.await(bare)).isOne();
        }
    }

    @Test
    void shouldLetAThreadWaitWhenTheSimulationIsOver() {
        TestSystem.seeded(5).close();
        assertThatThrownBy(() -> new CompletablePromise<>().await(NANO)).isInstanceOf(CallTimeoutException.class);
    }

    @Test
    void shouldLetOtherThreadsWait() throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        try (TestSystem test = TestSystem.seeded(5)) {
            test.runAll();
            Thread other = new Thread(() -> {
                try {
                    new CompletablePromise<>().await(NANO);
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            other.start();
            other.join();
        }
        assertThat(failures).singleElement().isInstanceOf(CallTimeoutException.class);
    }

    @Test
    void shouldRunWhatAChannelWaitsFor() {
        Channel<Integer> channel = Channels.rendezvous();
        try (TestSystem test = TestSystem.seeded(5)) {
            Worker worker = test.spawn(Worker.class, Worker::new);
            worker.produce(channel, 3);
            assertThat(List.of(channel.take(), channel.take(HOUR))).containsExactly(0, 1);
            assertThat(Select.fair().receive(channel, number -> number).await()).isEqualTo(2);
            worker.consume(channel);
            channel.put(3);
            channel.put(4, HOUR);
            assertThat(test.await(worker.got())).containsExactly(3, 4);
        }
    }

    @Test
    void shouldRefuseToWaitForAChannelWhenNothingHappens() {
        Channel<Integer> channel = Channels.rendezvous();
        try (TestSystem test = TestSystem.seeded(5)) {
            String words =
                    "a blocking call of a channel must not wait in the thread that runs a simulation when nothing"
                            + " happens unless time passes: ";
            assertThatThrownBy(channel::take)
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageStartingWith(words);
            assertThatThrownBy(() -> channel.put(1, HOUR))
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageStartingWith(words)
                    .hasMessageEndingWith("or by TestSystem.await(promise)");
            assertThatThrownBy(() -> Select.fair().receive(channel, one -> one).await())
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageStartingWith(words);
            assertThat(channel.tryReceive()).as("was taken back").isNull();
            assertThat(channel.trySend(2)).as("nobody receives any more").isFalse();

            test.spawn(Worker.class, Worker::new).produceLater(channel, Duration.ofSeconds(1));
            assertThatThrownBy(() -> channel.take(HOUR)).hasMessageStartingWith(words);
            assertThat(test.await(channel.receive(), Duration.ofSeconds(2))).isOne();
        }
    }

    @Test
    void shouldRefuseToWaitInATurn() {
        Channel<Integer> channel = Channels.rendezvous();
        try (TestSystem test = TestSystem.seeded(5)) {
            Worker worker = test.spawn(Worker.class, Worker::new);
            assertThatThrownBy(() -> test.await(worker.takes(channel)))
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageStartingWith("take must not be called in an actor's turn");
            assertThatThrownBy(() -> test.await(worker.waits(new CompletablePromise<>())))
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageStartingWith("await must not be called in an actor's turn");
        }
    }
}
