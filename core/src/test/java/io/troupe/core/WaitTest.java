// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Timeout(60)
class WaitTest {
    @Test
    void shouldRefuseToWaitInATurn() {
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            Scripted b = test.spawn("b");
            Promise<String> ask = a.ask(me -> Promise.of(b.echo("x").await(LONG)));

            assertThatThrownBy(() -> test.result(ask))
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageContaining("would block the worker")
                    .hasMessageContaining("Scripted.echo(String)");
            assertThat(test.result(a.echo("goes on"))).isEqualTo("goes on");
        }
    }

    @Test
    void shouldRefuseToWaitInACallbackOfAnOutsideThread() {
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            Promise<String> waiting = a.echo("x").map(value -> a.echo("y").await(LONG));

            assertThatThrownBy(() -> test.result(waiting)).isInstanceOf(WaitRefusedException.class);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldWaitInATurnOnAVirtualThread() {
        try (ActorSystem system = virtual()) {
            Scripted a = spawn(system, "a");
            Scripted b = spawn(system, "b");
            Promise<String> ask = a.ask(me -> Promise.of(b.echo("x").await(LONG)));

            assertThat(ask.await(LONG)).isEqualTo("x");
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldRefuseToWaitForItself() {
        try (ActorSystem system = virtual()) {
            Scripted a = spawn(system, "a");
            Promise<String> direct = a.ask(me -> Promise.of(me.me().echo("x").await(LONG)));
            Promise<String> derived = a.ask(me ->
                    Promise.of(Promise.of(1).map(value -> "own continuation").await(LONG)));

            assertThatThrownBy(() -> direct.await(LONG))
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageContaining("only the waiting actor can bring about");
            assertThatThrownBy(() -> derived.await(LONG)).isInstanceOf(WaitRefusedException.class);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldRefuseACycleOfTwoThatAskEachOther() {
        try (ActorSystem system = virtual()) {
            Scripted a = spawn(system, "a");
            Scripted b = spawn(system, "b");
            // a waits for b's answer; while b works on it, b waits for a
            Promise<String> ask = a.ask(me -> Promise.of(
                    b.ask(other -> Promise.of(a.echo("x").await(LONG))).await(LONG)));

            assertThatThrownBy(() -> ask.await(LONG)).isInstanceOf(WaitRefusedException.class);
            assertThat(a.echo("goes on").await(LONG)).isEqualTo("goes on");
            assertThat(b.echo("goes on").await(LONG)).isEqualTo("goes on");
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldRefuseACycleOfThree() {
        try (ActorSystem system = virtual()) {
            Scripted a = spawn(system, "a");
            Scripted b = spawn(system, "b");
            Scripted c = spawn(system, "c");
            Promise<String> ask = a.ask(x -> Promise.of(b.ask(y -> Promise.of(
                            c.ask(z -> Promise.of(a.echo("x").await(LONG))).await(LONG)))
                    .await(LONG)));

            assertThatThrownBy(() -> ask.await(LONG)).isInstanceOf(WaitRefusedException.class);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldRefuseACycleOfTwoThatWaitAtTheSameTime() {
        for (int round = 0; round < 50; round++) {
            try (ActorSystem system = virtual()) {
                Scripted a = spawn(system, "a");
                Scripted b = spawn(system, "b");
                Promise<String> first = a.ask(me -> Promise.of(b.echo("x").await(LONG)));
                Promise<String> second = b.ask(me -> Promise.of(a.echo("x").await(LONG)));

                assertThat(Promise.allSettled(first, second).await(LONG)).hasSize(2);
            }
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldNotTakeALongWaitForACycle() {
        try (ActorSystem system = virtual()) {
            Scripted a = spawn(system, "a");
            Scripted b = spawn(system, "b");
            CompletablePromise<String> gate = new CompletablePromise<>();
            // b has answered with a pending promise and does something else, which waits for a
            Promise<String> pending = b.ask(me -> gate);
            Promise<String> first = a.ask(me -> Promise.of(pending.await(LONG)));
            Promise<String> second = b.ask(me -> Promise.of(a.echo("x").await(LONG)));
            b.echo("never before").onError(failure -> {});
            gate.complete("done");

            assertThat(first.await(LONG)).isEqualTo("done");
            assertThat(second.await(LONG)).isEqualTo("x");
        }
    }

    private static ActorSystem virtual() {
        return ActorSystem.builder()
                .name("virtual")
                .dispatcher(Dispatchers.virtualThreads())
                .start();
    }

    private Scripted spawn(ActorSystem system, String name) {
        return system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()), name);
    }
}
