// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HookFailureTest {
    private final ManualSystem test = new ManualSystem();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldTreatAFailingStartAsAFailureOfTheActor() {
        Hooked a = spawn("start", Supervision.restart(2, LONG));
        Promise<String> ask = a.echo("x");

        assertThatThrownBy(() -> test.result(ask)).hasMessageContaining("has stopped");
        assertThat(log).containsExactly("start", "restart", "start", "restart", "start", "stop");
        assertThat(test.failures).hasSize(3);
    }

    @Test
    void shouldGoOnAfterAFailingStartWhenToldToResume() {
        Hooked a = spawn("start", Supervision.resume());

        assertThat(test.result(a.echo("x"))).isEqualTo("x");
    }

    @Test
    void shouldRestartThoughTheRestartHookFails() {
        Hooked a = spawn("restart", Supervision.restart(10, Duration.ofMinutes(1)));
        a.fail();

        assertThat(test.result(a.echo("x"))).isEqualTo("x");
        assertThat(log).containsExactly("start", "restart", "start");
    }

    @Test
    void shouldEndThoughTheStopHookFails() {
        Hooked a = spawn("stop", Supervision.restart(10, Duration.ofMinutes(1)));
        test.result(test.system.stop(a));

        assertThat(ActorControl.of(a).isStopped()).isTrue();
        assertThat(log).containsExactly("start", "stop");
    }

    @Test
    void shouldStopWhenTheSupervisionItselfFails() {
        Hooked a = spawn("none", Supervision.restart(10, Duration.ofMinutes(1)).decide(failure -> {
            throw new IllegalStateException("decider");
        }));
        a.fail();
        test.runAll();

        assertThat(ActorControl.of(a).isStopped()).isTrue();
    }

    @Test
    void shouldStopWhenTheSupervisionFailsWithAnError() {
        Hooked a = spawn("none", Supervision.restart(10, Duration.ofMinutes(1)).decide(failure -> {
            throw new AssertionError("decider");
        }));
        a.fail();
        test.runAll();

        assertThat(ActorControl.of(a).isStopped()).isTrue();
    }

    @Test
    void shouldSettleWhatTheStopHookBegins() {
        List<CompletableFuture<Integer>> tasks = new ArrayList<>();
        List<Promise<Integer>> sections = new ArrayList<>();
        Scripted a = test.system.spawn(Scripted.class, () -> new Scripted(test.log) {
            @Override
            protected void onStop() {
                tasks.add(CompletableFuture.supplyAsync(() -> 1, inside().executor()));
                sections.add(inside().serial("k", CompletablePromise::new));
                sections.add(inside().serial("k", () -> Promise.of(2)));
                inside().after(Duration.ofDays(1), () -> log("too late"));
            }
        });
        test.runAll();
        int before = test.clock.pending();
        test.result(test.system.stop(a));

        assertThat(tasks).singleElement().satisfies(task -> assertThat(task).isCompletedWithValue(1));
        assertThat(sections).hasSize(2).allMatch(Promise::isFailed);
        assertThat(test.clock.pending()).isEqualTo(before);
    }

    @Test
    void shouldSurviveAListenerThatThrows() {
        try (ManualSystem bad = new ManualSystem(builder -> builder.listener(new SystemListener() {
            @Override
            public void onDeadLetter(DeadLetter letter) {
                throw new IllegalStateException("listener");
            }

            @Override
            public void onFailure(String address, Throwable cause, Decision decision) {
                throw new IllegalStateException("listener");
            }
        }))) {
            Scripted a = bad.spawn("a");
            a.fail("broken");
            assertThat(bad.result(a.echo("x"))).isEqualTo("x");
            assertThat(bad.log).contains("a restarts after broken");
            a.tell(me -> {
                me.inside().stop();
                me.me().say("queued before the ask");
            });
            bad.runAll();
            a.say("dead");
            assertThat(bad.system.deadLetters()).isPositive();
            assertThatThrownBy(() -> bad.result(a.echo("x"))).hasMessageContaining("has stopped");
        }
    }

    @Test
    void shouldNotLeaveAChildBehindThatIsMadeInTheStopHook() {
        Scripted parent = test.system.spawn(Scripted.class, () -> new Scripted(test.log) {
            @Override
            protected void onStop() {
                child("late");
            }
        });
        test.runAll();
        ActorControl.of(parent).stop();
        test.runAll();

        assertThat(test.log).doesNotContain("late starts");
    }

    private Hooked spawn(String failing, Supervision supervision) {
        return test.system.spawn(
                Hooked.class,
                () -> new Hooked(log, failing),
                ActorOptions.defaults().supervision(supervision));
    }

    static class Hooked extends Actor<Hooked> {
        private final List<String> log;
        private final String failing;

        Hooked(List<String> log, String failing) {
            this.log = log;
            this.failing = failing;
        }

        private void hook(String name) throws Exception {
            log.add(name);
            if (name.equals(failing)) {
                throw new Exception(name);
            }
        }

        public void fail() {
            throw new IllegalStateException("failed");
        }

        public Promise<String> echo(String word) {
            return Promise.of(word);
        }

        @Override
        protected Promise<?> onStart() throws Exception {
            hook("start");
            return Promise.done();
        }

        @Override
        protected void onStop() throws Exception {
            hook("stop");
        }

        @Override
        protected void onRestart(Throwable cause) throws Exception {
            hook("restart");
        }
    }
}
