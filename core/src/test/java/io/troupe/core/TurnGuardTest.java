// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.host.GuardedFactory;
import io.troupe.core.host.TurnGuard;
import io.troupe.core.message.AskedTell;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Guards that are asked before calls, and tells that are answered. */
class TurnGuardTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    public static final class Elsewhere extends CallNotServedException {
        private static final long serialVersionUID = 1L;

        Elsewhere() {
            super("the actor must be here: owner=2", false, null);
        }
    }

    public static class Tally extends Actor<Tally> {
        private int count;

        public void add() {
            count++;
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }

        public Promise<Integer> count() {
            return Promise.of(count);
        }

        public Promise<Integer> after(Promise<Integer> gate) {
            return gate.map(ignored -> ++count); // a continuation of the actor
        }
    }

    private volatile boolean elsewhere;
    private final AtomicInteger made = new AtomicInteger();
    private final Queue<String> left = new ConcurrentLinkedQueue<>();
    private final List<String> guards = new CopyOnWriteArrayList<>();
    private final Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final ActorSystem system = ActorSystem.builder()
            .name("guarded")
            .listener(new SystemListener() {
                @Override
                public void onDeadLetter(DeadLetter letter) {
                    letters.add(letter);
                }

                @Override
                public void onFailure(String address, Throwable cause, Supervision.Decision decision) {
                    failures.add(cause);
                }
            })
            .start();
    private final Directory<Tally> directory =
            system.directory(Tally.class, new Guarded(), DirectoryOptions.defaults());

    private final class Guarded implements GuardedFactory<Tally> {
        @Override
        public Tally create(String key) {
            made.incrementAndGet();
            return new Tally();
        }

        @Override
        public TurnGuard guard(String key) {
            guards.add(key);
            return () -> elsewhere ? new Elsewhere() : null;
        }

        @Override
        public void left(String key) {
            left.add(key);
        }
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void shouldDeliverWhatTheGuardLetsPass() {
        Tally tally = directory.get("1");
        tally.add();
        assertThat(tally.count().await(LIMIT)).isEqualTo(1);
        assertThat(guards).containsExactly("1");
    }

    @Test
    void shouldTurnCallsAwayFromAnActorThatIsAtWork() {
        Tally tally = directory.get("1");
        assertThat(tally.count().await(LIMIT)).isZero();
        elsewhere = true;
        tally.add();
        assertThatThrownBy(() -> tally.count().await(LIMIT)).isInstanceOf(Elsewhere.class);
        assertThat(letters).extracting(DeadLetter::reason).containsExactly(DeadLetter.Reason.REFUSED);
        elsewhere = false;
        assertThat(tally.count().await(LIMIT)).isZero();
    }

    @Test
    void shouldTellWhoMadeAnActorThatItHasNoObjectAnyMore() {
        Tally tally = directory.get("1");
        assertThat(tally.count().await(LIMIT)).isZero();
        assertThat(left).isEmpty();
        ActorControl.of(tally).stop();
        assertThat(tally.count().await(LIMIT)).isZero(); // of the next object
        assertThat(left).containsExactly("1");
        directory.stop().await(LIMIT);
        assertThat(left).containsExactly("1", "1");
    }

    @Test
    void shouldNotMakeAnActorForACallThatIsTurnedAway() {
        elsewhere = true;
        assertThatThrownBy(() -> directory.get("1").count().await(LIMIT)).isInstanceOf(Elsewhere.class);
        assertThat(made).hasValue(0);
        elsewhere = false;
        assertThat(directory.get("1").count().await(LIMIT)).isZero();
    }

    @Test
    void shouldLetContinuationsPass() {
        Tally tally = directory.get("1");
        CompletablePromise<Integer> gate = new CompletablePromise<>();
        Promise<Integer> after = tally.after(gate);
        assertThat(tally.count().await(LIMIT)).isZero();
        elsewhere = true;
        gate.complete(0);
        assertThat(after.await(LIMIT)).isEqualTo(1);
    }

    @Test
    void shouldAnswerTellsThatAreAskedWhenTheyHaveRun() {
        Tally tally = directory.get("1");
        List<AskedTell> tells = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            AskedTell tell = tell("add");
            Reference.outletOf(tally).tryAsk(tell);
            tells.add(tell);
        }
        tells.forEach(tell -> tell.await(LIMIT));
        assertThat(tally.count().await(LIMIT)).isEqualTo(3);
        elsewhere = true;
        AskedTell refused = tell("add");
        Reference.outletOf(tally).tryAsk(refused);
        assertThatThrownBy(() -> refused.await(LIMIT)).isInstanceOf(Elsewhere.class);
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldRestartAnActorWhoseAskedTellFails() {
        Tally tally = directory.get("1");
        tally.add();
        AskedTell tell = tell("fail");
        Reference.outletOf(tally).tryAsk(tell);
        assertThatThrownBy(() -> tell.await(LIMIT)).hasMessageContaining("on purpose");
        assertThat(tally.count().await(LIMIT)).isZero();
        assertThat(failures).hasSize(1);
        assertThat(made).hasValue(2);
    }

    private static AskedTell tell(String method) {
        ReferenceType<Tally> type = ReferenceType.of(Tally.class, null);
        for (int i = 0; i < type.methods().size(); i++) {
            if (type.methods().get(i).name().equals(method)) {
                return new AskedTell((TellMessage) type.newMessage(i, new Object[0]));
            }
        }
        throw new AssertionError(method);
    }
}
