// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.MemoryLevel;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Senders that are much faster than their receivers. {@code -Psoak} makes it a minute for the first of these tests. */
class PressureTest {
    private static final long MILLIS = Long.getLong("troupe.soak.millis", 1_000);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int QUEUE = 1024;
    private static final int SMALL = 100;
    /** More than a mailbox takes, and less than the link may hold back: a message counts for 64 bytes and its frame. */
    private static final int HELD = 1_500;

    /** Some of which a small mailbox does not take; few enough to come in time at the slowest pace. */
    private static final int MORE = 500;

    private static final int MANY = 10_000;
    private static final int FEW = 1_000;
    /** Messages, so that a slow machine can work them off in time, too. */
    private static final int FLOOD = 200_000;

    private static final long HEAP_SLACK = 64L << 20;
    private static final LinkLimits LIMITS = LinkLimits.defaults()
            .sendQueue(QUEUE)
            .receiveQueue(QUEUE)
            .memory(256 << 10)
            .heartbeat(Duration.ofMillis(500));

    private final ManualDispatcher gate = Dispatchers.manual();
    private final List<ActorControl> gated = new ArrayList<>();
    private ActorSystem there;
    private ActorSystem here;
    private Remoting server;
    private Link link;

    /** Takes its time. */
    public static class Slow extends Actor<Slow> {
        private final long burnNanos;
        private long count;
        private long last = -1;
        private long disorder;

        Slow(long burnNanos) {
            this.burnNanos = burnNanos;
        }

        public record Seen(long count, long disorder) {}

        public void take(long number) {
            enter(number);
        }

        public Promise<Long> takeAndTell(long number) {
            enter(number);
            return Promise.of(number);
        }

        private void enter(long number) {
            long end = System.nanoTime() + burnNanos;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            count++;
            if (number <= last) {
                disorder++;
            }
            last = number;
        }

        public Promise<Seen> seen() {
            return Promise.of(new Seen(count, disorder));
        }
    }

    /** An actor that sends in portions, and is slowed down between them. */
    public static class Pusher extends Actor<Pusher> {
        private static final int PORTION = 20;
        private final Slow target;
        private final AtomicLong sent;
        private boolean over;

        Pusher(Slow target, AtomicLong sent) {
            this.target = target;
            this.sent = sent;
        }

        public void push() {
            if (over) {
                return;
            }
            for (int i = 0; i < PORTION; i++) {
                target.take(sent.getAndIncrement());
            }
            self().push();
        }

        public Promise<Long> stopPushing() {
            over = true;
            return Promise.of(sent.get());
        }
    }

    @BeforeEach
    void start() {
        there = ActorSystem.start("there");
        here = ActorSystem.start("here");
        server = Remoting.on(there, RemotingConfig.production().limits(LIMITS));
        String address =
                server.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
        link = Remoting.on(here, RemotingConfig.production().limits(LIMITS))
                .connect(address)
                .await(LIMIT);
    }

    @AfterEach
    void close() {
        gated.forEach(ActorControl::stop);
        gate.runAll(); // nobody else would, and the system waits for their end
        here.close();
        there.close();
    }

    private Slow local(String name, long burnNanos, MailboxSpec mailbox) {
        return local(name, burnNanos, ActorOptions.defaults().mailbox(mailbox));
    }

    private Slow local(String name, long burnNanos, ActorOptions options) {
        Slow slow = there.spawn(Slow.class, () -> new Slow(burnNanos), options);
        server.expose(name, slow);
        return slow;
    }

    /** Does nothing but when the test lets it. */
    private Slow gated(MailboxSpec mailbox) {
        Slow slow = local("slow", 0, ActorOptions.defaults().mailbox(mailbox).dispatcher(gate));
        gated.add(ActorControl.of(slow));
        return slow;
    }

    private Slow remote(String name) {
        return link.lookup(name, Slow.class);
    }

    /** Samples until the time is over; no sample may be too high. */
    private static void watch(Slow slow, int most, long heapBefore) {
        ActorControl control = ActorControl.of(slow);
        long end = System.nanoTime() + MILLIS * 1_000_000;
        Await.until("the time is over", LIMIT.plusMillis(MILLIS), () -> {
            assertThat(depth(control)).isLessThanOrEqualTo(most);
            return System.nanoTime() > end;
        });
        assertThat(Victim.usedHeap()).isLessThan(heapBefore + HEAP_SLACK);
    }

    /** Counting while messages leave may stray into another queue that one of them has gone to; not five times in a row. */
    private static int depth(ActorControl control) {
        return IntStream.range(0, 5).map(i -> control.depth(1 << 20)).min().orElseThrow();
    }

    private Slow.Seen awaitCount(Slow slow, long count) {
        Await.until(
                "all has been worked off", LIMIT, () -> slow.seen().await(LIMIT).count() >= count);
        return slow.seen().await(LIMIT);
    }

    /** Receiver's mailboxes that lose nothing. */
    enum Lossless {
        UNBOUNDED(2 * QUEUE),
        PACE(128);

        final int most;

        Lossless(int most) {
            this.most = most;
        }

        MailboxSpec mailbox() {
            return this == UNBOUNDED ? MailboxSpec.unbounded() : MailboxSpec.bounded(SMALL, Overflow.PACE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSlowDownAnActorWithoutLoss(Lossless kind) {
        Slow slow = local("slow", 10_000, kind.mailbox());
        long heap = Victim.usedHeap();
        AtomicLong sent = new AtomicLong();
        Slow target = remote("slow");
        Pusher pusher = here.spawn(Pusher.class, () -> new Pusher(target, sent));
        pusher.push();
        watch(slow, kind.most, heap);
        long total = pusher.stopPushing().await(LIMIT);
        Slow.Seen seen = awaitCount(slow, total);
        assertThat(seen).isEqualTo(new Slow.Seen(sent.get(), 0));
        assertThat(link.stats().naksIn()).isPositive();
        assertThat(here.deadLetters() + there.deadLetters()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSlowDownAThreadWithoutLoss(Lossless kind) throws Exception {
        Slow slow = local("slow", 10_000, kind.mailbox());
        long heap = Victim.usedHeap();
        AtomicLong sent = new AtomicLong();
        Slow target = remote("slow");
        Thread thread = pushing(sent, target::take);
        watch(slow, kind.most, heap);
        thread.join();
        assertThat(awaitCount(slow, sent.get())).isEqualTo(new Slow.Seen(sent.get(), 0));
        assertThat(link.stats().naksIn()).isPositive();
        assertThat(here.deadLetters() + there.deadLetters()).isZero();
    }

    /** Sends until the time is over. */
    private static Thread pushing(AtomicLong sent, LongConsumer send) {
        Thread thread = new Thread(
                () -> {
                    for (long end = System.nanoTime() + MILLIS * 1_000_000; System.nanoTime() < end; ) {
                        send.accept(sent.getAndIncrement());
                    }
                },
                "pushes");
        thread.start();
        return thread;
    }

    @ParameterizedTest
    @EnumSource
    void shouldSlowDownAsksWithoutLoss(Lossless kind) throws Exception {
        Slow slow = local("slow", 10_000, kind.mailbox());
        long heap = Victim.usedHeap();
        AtomicLong sent = new AtomicLong();
        AtomicLong answered = new AtomicLong();
        Queue<Throwable> failed = new ConcurrentLinkedQueue<>();
        Slow target = remote("slow");
        Thread thread = pushing(sent, number -> target.takeAndTell(number).onComplete((value, failure) -> {
            if (failure == null) {
                answered.incrementAndGet();
            } else {
                failed.add(failure);
            }
        }));
        watch(slow, kind.most, heap);
        thread.join();
        Await.until("every ask ends", LIMIT, () -> answered.get() + failed.size() == sent.get());
        assertThat(failed).isEmpty();
        assertThat(awaitCount(slow, sent.get())).isEqualTo(new Slow.Seen(sent.get(), 0));
    }

    @ParameterizedTest
    @EnumSource(names = {"DROP_NEWEST", "DROP_OLDEST", "FAIL"})
    void shouldCountWhatAMailboxDoesNotTake(Overflow overflow) {
        Slow slow = gated(MailboxSpec.bounded(SMALL, overflow));
        Slow target = remote("slow");
        for (int i = 0; i < MORE; i++) {
            target.take(i);
        }
        Await.until("each waits or was counted", LIMIT, () -> waiting(slow) + lost() == MORE);
        int taken = waiting(slow);
        assertThat(taken).isBetween(SMALL, 2 * SMALL);
        gate.runAll();
        Promise<Slow.Seen> seen = slow.seen();
        gate.runAll();
        assertThat(seen.await(LIMIT)).isEqualTo(new Slow.Seen(taken, 0));
        assertThat(here.deadLetters()).isZero();
    }

    private static int waiting(Slow slow) {
        return ActorControl.of(slow).depth(MORE);
    }

    private long lost() {
        return there.deadLetters(Reason.MAILBOX_FULL) + there.deadLetters(Reason.DISPLACED);
    }

    @Test
    void shouldRefuseNewAsksWhileTheMemoryOfAllQueuesIsInUse() {
        Slow slow = gated(MailboxSpec.unbounded());
        gate.runAll();
        Slow target = remote("slow");
        MemoryBudget memory = there.host().memory();
        long most = memory.limit() / 100 * 96;
        memory.reserve(most);
        assertThat(there.memory().level()).isEqualTo(MemoryLevel.REFUSING);
        for (int i = 0; i < MORE; i++) {
            target.takeAndTell(i); // the first ones are served: their link holds next to nothing
        }
        assertThatThrownBy(() -> target.takeAndTell(MORE).await(LIMIT))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("memory of all queues");
        assertThat(waiting(slow)).isBetween(SMALL, MORE - 1);
        assertThat(there.memory().refused()).isEqualTo(MORE + 1L - waiting(slow));
        memory.release(most);
        gate.runAll();
        Promise<Long> next = target.takeAndTell(2);
        Await.until("it is answered", LIMIT, () -> {
            gate.runAll();
            return next.isFulfilled();
        });
    }

    @Test
    void shouldTellCallersThatAMailboxIsFull() {
        Slow slow = gated(MailboxSpec.bounded(SMALL, Overflow.FAIL));
        Slow target = remote("slow");
        AtomicLong answered = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        for (int i = 0; i < MORE; i++) {
            target.takeAndTell(i).onComplete((value, failure) -> {
                if (failure == null) {
                    answered.incrementAndGet();
                } else if (failure instanceof CallRefusedException
                        && failure.getMessage().contains("BUSY")) {
                    refused.incrementAndGet();
                }
            });
        }
        Await.until("each waits or was refused", LIMIT, () -> waiting(slow) + refused.get() == MORE);
        int taken = waiting(slow);
        assertThat(taken).isBetween(SMALL, 2 * SMALL);
        gate.runAll();
        Await.until("every ask ends", LIMIT, () -> answered.get() + refused.get() == MORE);
        assertThat(answered).hasValue(taken);
    }

    /** The slow one does nothing at all until the fast one is through; what comes for it is within the bounds of the link. */
    @ParameterizedTest
    @EnumSource
    void shouldNotLetAFastActorWaitForASlowOne(Lossless kind) throws Exception {
        Slow slow = gated(kind.mailbox());
        Slow fast = local("fast", 0, MailboxSpec.unbounded());
        Slow slowTarget = remote("slow");
        AtomicReference<Promise<Slow.Seen>> seen = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            for (int i = 0; i < HELD; i++) {
                slowTarget.take(i);
            }
            seen.set(slowTarget.seen()); // comes behind all of them
        });
        thread.start();
        Await.until(
                "the slow one has too much to do",
                LIMIT,
                () -> ActorControl.of(slow).depth(SMALL) >= SMALL - 10);
        Slow fastTarget = remote("fast");
        for (int i = 0; i < MANY; i++) {
            fastTarget.take(i);
        }
        assertThat(awaitCount(fast, MANY)).isEqualTo(new Slow.Seen(MANY, 0));
        assertThat(gate.steps()).isZero();
        Await.until("the slow one has worked off all", LIMIT, () -> {
            gate.runAll();
            return seen.get() != null && seen.get().isSettled();
        });
        thread.join();
        assertThat(seen.get().await(LIMIT)).isEqualTo(new Slow.Seen(HELD, 0));
    }

    /** However much comes for the slow one: beyond the bounds of the link they share what it carries, and nothing is lost. */
    @ParameterizedTest
    @EnumSource
    void shouldServeAFastActorWhileASlowOneIsFlooded(Lossless kind) throws Exception {
        Slow slow = local("slow", 100_000, kind.mailbox());
        Slow fast = local("fast", 0, MailboxSpec.unbounded());
        Slow slowTarget = remote("slow");
        Slow fastTarget = remote("fast");
        AtomicLong sent = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            while (!over.get() && sent.get() < FLOOD) {
                slowTarget.take(sent.getAndIncrement());
            }
        });
        thread.start();
        try {
            for (int i = 0; i < FEW; i++) {
                fastTarget.take(i);
            }
            assertThat(awaitCount(fast, FEW)).isEqualTo(new Slow.Seen(FEW, 0));
        } finally {
            over.set(true);
        }
        thread.join();
        assertThat(awaitCount(slow, sent.get())).isEqualTo(new Slow.Seen(sent.get(), 0));
    }
}
