// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.CombinedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.ActorAssertions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class HistoryTest {
    private final History<Op> history = new History<>();

    @Test
    void shouldKeepTheOrderOfBeginningsAndEnds() {
        Invocation<Op> write = history.of("a").invoke(Op.write("x", 1));
        Invocation<Op> read = history.of("b").invoke(Op.read("x"));
        write.ok(null);
        Invocation<Op> second = history.of("a").invoke(Op.read("x"));
        read.ok(1);
        second.fail();

        List<Operation<Op>> operations = history.operations();
        assertThat(operations).extracting(Operation::client).containsExactly("a", "b", "a");
        assertThat(operations).extracting(Operation::invoked).containsExactly(0L, 1L, 3L);
        assertThat(operations).extracting(Operation::completed).containsExactly(2L, 4L, 5L);
        assertThat(operations.get(0).precedes(operations.get(2))).isTrue();
        assertThat(operations.get(0).precedes(operations.get(1))).isFalse();
        assertThat(operations).hasToString("[a: write x 1 → ok, b: read x → 1, a: read x → failed]");
    }

    @Test
    void shouldKeepOperationsOpenWhoseOutcomeIsNotKnown() {
        history.of("a").invoke(Op.write("x", 1)).info();
        history.of("a").invoke(Op.write("x", 2));
        Operation<Op> known = history.operations().get(0);
        Operation<Op> running = history.operations().get(1);
        assertThat(known.end()).isEqualTo(OperationEnd.INFO);
        assertThat(known.completed()).isEqualTo(Operation.OPEN);
        assertThat(known.endTime()).isEqualTo(1);
        assertThat(running.end()).isEqualTo(OperationEnd.INFO);
        assertThat(running.endTime()).isEqualTo(Operation.OPEN);
        assertThat(history).hasToString("[0, open] a: write x 1 → ?\n[2, open] a: write x 2 → ?\n");
    }

    @Test
    void shouldRefuseASecondEnd() {
        Invocation<Op> write = history.of("a").invoke(Op.write("x", 1));
        write.info();
        assertThatThrownBy(() -> write.ok(null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("an operation must end once: client=a, call=write x 1, end=INFO, next=OK");
        assertThat(history.events()).hasSize(2);
    }

    @Test
    void shouldTakeTimesFromItsClockAndNeverLetThemFall() {
        long[] times = {40, 30, 50};
        int[] calls = {0};
        History<Op> timed = new History<>(() -> times[calls[0]++]);
        timed.of("a").invoke(Op.read("x")).ok(1);
        timed.of("a").invoke(Op.read("x"));
        assertThat(timed.operations()).extracting(Operation::startTime).containsExactly(40L, 50L);
        assertThat(timed.operations().get(0).endTime()).isEqualTo(40);
        assertThat(timed.operations().get(0).precedes(timed.operations().get(1)))
                .isTrue();
    }

    @Test
    void shouldRecordTheEndBeforeTheClientGoesOn() {
        CompletablePromise<Integer> answer = new CompletablePromise<>();
        List<Integer> seen = new ArrayList<>();
        Promise<Integer> promise = history.of("a").invoke(Op.read("x"), op -> answer);
        assertThat(history.operations().get(0).end()).isEqualTo(OperationEnd.INFO);
        Promise<Integer> after = promise.then(value -> {
            seen.add(value);
            history.of("a").invoke(Op.write("x", 2));
        });
        answer.complete(7);
        ActorAssertions.assertThat(after).settles().isFulfilledWith(7);
        assertThat(seen).containsExactly(7);
        List<Operation<Op>> operations = history.operations();
        assertThat(operations.get(0).text()).isEqualTo("read x → 7");
        assertThat(operations.get(0).precedes(operations.get(1))).isTrue();
    }

    static List<Throwable> certain() {
        return List.of(
                new CallTimeoutException("late", "a", "m", Duration.ofSeconds(1), false, false),
                new LinkLostException("lost", false),
                new ActorStoppedException("stopped", "a", null, EndReason.STOPPED, false, null),
                new BackpressureException("no room"),
                new MailboxFullException("full"),
                new LinkRefusedException("refused"),
                any(new LinkLostException("lost", false), new MailboxFullException("full")));
    }

    static List<Throwable> uncertain() {
        return List.of(
                new CallTimeoutException("late", "a", "m", Duration.ofSeconds(1), true, false),
                new LinkLostException("lost", true),
                new ActorStoppedException("stopped", "a", null, EndReason.RESTARTED, true, null),
                new CallCancelledException("cancelled"),
                new CallRefusedException("result could not be decoded"),
                new RemoteFailedException("java.lang.IllegalStateException", "no majority"),
                new IllegalStateException("no majority"),
                new IOException("disk"),
                any(new LinkLostException("lost", false), new LinkLostException("lost", true)),
                new CombinedException("all", new MailboxFullException("full"))); // others may have gone through
    }

    private static Throwable any(Throwable... failures) {
        CombinedException combined = new CombinedException("any");
        for (Throwable failure : failures) {
            combined.addSuppressed(failure);
        }
        return combined;
    }

    @ParameterizedTest
    @MethodSource("certain")
    void shouldFailOperationsThatCertainlyDidNotHappen(Throwable failure) {
        assertThat(endAfter(failure)).isEqualTo(OperationEnd.FAIL);
    }

    @ParameterizedTest
    @MethodSource("uncertain")
    void shouldLeaveOperationsOpenThatMayHaveHappened(Throwable failure) {
        assertThat(endAfter(failure)).isEqualTo(OperationEnd.INFO);
    }

    @Test
    void shouldFailOperationsThatTheirSystemRefuses() {
        history.refusedBy(failure -> failure instanceof IllegalArgumentException);
        assertThat(endAfter(new IllegalArgumentException("unknown account"))).isEqualTo(OperationEnd.FAIL);
        assertThat(endAfter(new IllegalStateException("no majority"))).isEqualTo(OperationEnd.INFO);
    }

    private OperationEnd endAfter(Throwable failure) {
        int number = history.size();
        Promise<Object> promise = history.of("a").invoke(Op.read("x"), op -> Promise.failed(failure));
        ActorAssertions.assertThat(promise).settles().failure().isSameAs(failure);
        return history.operations().get(number).end();
    }

    @Test
    void shouldRecordACallThatThrows() {
        RuntimeException failure = new MailboxFullException("full");
        assertThatThrownBy(() -> history.of("a").invoke(Op.read("x"), op -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(history.operations().get(0).end()).isEqualTo(OperationEnd.FAIL);
    }

    @Test
    void shouldGiveEachEventOfManyThreadsAPositionOfItsOwn() throws InterruptedException {
        int threads = 4;
        int operations = 500;
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            ClientHistory<Op> client = history.of("c" + i);
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int k = 0; k < operations; k++) {
                    client.invoke(Op.write("x", k)).ok(null);
                }
            });
            thread.start();
            all.add(thread);
        }
        start.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        List<Long> positions = new ArrayList<>();
        for (Operation<Op> operation : history.operations()) {
            positions.add(operation.invoked());
            positions.add(operation.completed());
        }
        assertThat(positions).hasSize(2 * threads * operations).doesNotHaveDuplicates();
        for (int i = 0; i < threads; i++) {
            String client = "c" + i;
            assertThat(history.operations().stream().filter(o -> o.client().equals(client)))
                    .extracting(o -> o.call().argument(0))
                    .isSorted()
                    .hasSize(operations);
        }
    }
}
