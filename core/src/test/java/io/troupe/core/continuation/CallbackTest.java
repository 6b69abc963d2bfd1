// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.CallCancelledException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallbackTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private final TurnStub actor = new TurnStub();
    private final List<Object> log = new ArrayList<>();

    private Callback<String> open() {
        return actor.turnFor(() -> Callback.of(log::add));
    }

    @Test
    void shouldRunEachItemInATurnOfItsActorInOrder() {
        Callback<String> callback = actor.turnFor(() -> Callback.of(value -> {
            assertThat(CallbackExecutor.current()).isSameAs(actor.callbackExecutor());
            log.add(value);
        }));
        List.of("a", "b", "c").forEach(callback::item);
        assertThat(log).as("not on the sender's thread").isEmpty();

        assertThat(actor.runAll()).isEqualTo(3);
        assertThat(log).containsExactly("a", "b", "c");
        assertThat(callback.isEnded()).isFalse();
        assertThat(callback).hasToString("Callback[open]");
    }

    @Test
    void shouldTakeNullAsAnItem() {
        Callback<String> callback = open();
        callback.item(null);
        actor.runAll();

        assertThat(log).containsExactly((Object) null);
    }

    @Test
    void shouldDropItemsAfterTheEndButNotThoseBefore() {
        Callback<String> callback = open();
        callback.item("before");
        callback.end();
        callback.item("after");

        assertThat(callback.isEnded()).isTrue();
        assertThat(actor.due()).isEqualTo(1);
        actor.runAll();
        assertThat(log).containsExactly("before");
        assertThat(callback.ended().isFulfilled()).isTrue();
        assertThat(callback).hasToString("Callback[ended]");
    }

    @Test
    void shouldEndOnce() {
        Callback<String> callback = open();
        callback.fail(new IllegalStateException("first"));
        callback.end();
        callback.fail(new IllegalStateException("second"));

        assertThatThrownBy(() -> callback.ended().await(LONG)).hasMessage("first");
        assertThatThrownBy(() -> callback.fail(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldTellOfTheEndBehindTheItemsBefore() {
        Callback<String> callback = open();
        actor.turn(() -> callback.ended().then(nothing -> log.add("end")));
        callback.item("a");
        callback.item("b");
        callback.end();
        actor.turn(() -> callback.ended().then(nothing -> log.add("end, asked late")));
        actor.runAll();

        assertThat(log).containsExactly("a", "b", "end", "end, asked late");
    }

    @Test
    void shouldEndWithTheFailureOfItsConsumerAndNotCallItAgain() {
        IllegalStateException failure = new IllegalStateException("consumer");
        Callback<String> callback = actor.turnFor(() -> Callback.of(value -> {
            log.add(value);
            throw failure;
        }));
        callback.item("a");
        callback.item("b");
        actor.runAll();
        callback.item("c");
        actor.runAll();

        assertThat(log).containsExactly("a");
        assertThat(actor.failures).as("supervision acts once").containsExactly(failure);
        assertThatThrownBy(() -> callback.ended().await(LONG)).isSameAs(failure);
    }

    @Test
    void shouldEndAtTheNextItemWhenItsActorHasGone() {
        Callback<String> callback = open();
        actor.retired = true;
        assertThat(callback.isEnded()).isFalse();
        callback.item("a");

        assertThat(callback.isEnded()).isTrue();
        assertThat(callback.ended().isFulfilled()).isTrue();
        assertThat(actor.due()).isZero();
    }

    @Test
    void shouldEndAtAnItemThatWasOnItsWayWhenItsActorWent() {
        Callback<String> callback = open();
        callback.item("a");
        actor.retired = true;
        actor.runAll();

        assertThat(log).isEmpty();
        assertThat(callback.ended().isFulfilled()).isTrue();
        assertThat(actor.failures).isEmpty();
    }

    @Test
    void shouldEndWhenItsEndIsCancelled() {
        Callback<String> callback = open();
        callback.ended().cancel();

        assertThat(callback.isEnded()).isTrue();
        assertThatThrownBy(() -> callback.ended().await(LONG)).isInstanceOf(CallCancelledException.class);
    }

    @Test
    void shouldKeepTheOrderOfEachThread() throws InterruptedException {
        int each = 10_000;
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        Callback<Integer> callback = Callback.of(value -> {
            overlaps.addAndGet(inside.getAndIncrement());
            seen.add(value);
            inside.decrementAndGet();
        });
        List<Thread> senders = IntStream.range(0, 3)
                .mapToObj(sender ->
                        new Thread(() -> IntStream.range(0, each).forEach(i -> callback.item(sender * each + i))))
                .toList();
        senders.forEach(Thread::start);
        for (Thread sender : senders) {
            sender.join();
        }
        CountDownLatch ended = new CountDownLatch(1);
        AtomicInteger seenAtTheEnd = new AtomicInteger();
        Promise<Void> unused = callback.ended().then(nothing -> {
            seenAtTheEnd.set(seen.size());
            ended.countDown();
        });
        callback.end();

        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(seenAtTheEnd).as("the end comes last, outside of actors too").hasValue(3 * each);
        for (int sender = 0; sender < 3; sender++) {
            int first = sender * each;
            assertThat(seen.stream().filter(value -> value / each == first / each))
                    .isSorted()
                    .hasSize(each);
        }
        assertThat(overlaps).as("one at a time").hasValue(0);
    }

    @Test
    void shouldEndWithTheFailureOfAConsumerOutsideOfActors() {
        Callback<String> callback = Callback.of(value -> {
            throw new IllegalStateException(value);
        });
        callback.item("outside");

        assertThatThrownBy(() -> callback.ended().await(LONG)).hasMessage("outside");
    }

    @Test
    void shouldNeedAnAction() {
        assertThatThrownBy(() -> Callback.of(null)).isInstanceOf(NullPointerException.class);
    }
}
