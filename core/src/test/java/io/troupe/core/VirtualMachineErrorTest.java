// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.EndReason;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VirtualMachineErrorTest {
    private final ActorSystem system = ActorSystem.builder()
            .name("errors")
            .dispatcher(Dispatchers.dedicated(WorkerConfig.of("errors", 1)))
            .start();
    private final Scripted neighbour = spawn("neighbour");

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void shouldLeaveAStackOverflowOfATellToTheSupervision() {
        Scripted a = spawn("a");
        a.tell(me -> deeper(1));

        assertThat(a.echo("resumed").await(LONG)).isEqualTo("resumed");
    }

    @Test
    void shouldFailOnlyTheCallAfterAStackOverflowInAnAsk() {
        Scripted a = system.spawn(
                Scripted.class,
                () -> new Scripted(new ArrayList<>()),
                ActorOptions.named("a").supervision(Supervision.stop()));
        Promise<Integer> ask = a.ask(me -> Promise.of(deeper(1)));

        assertThatThrownBy(() -> ask.await(LONG)).hasRootCauseInstanceOf(StackOverflowError.class);
        assertThat(a.echo("goes on").await(LONG)).isEqualTo("goes on");
    }

    @Test
    void shouldLeaveAStackOverflowOfAContinuationToItsPromise() {
        Scripted a = spawn("a");
        Promise<Integer> ask = a.ask(me -> Promise.of(1).map(value -> deeper(1)));

        assertThatThrownBy(() -> ask.await(LONG)).hasRootCauseInstanceOf(StackOverflowError.class);
        assertThat(a.echo("goes on").await(LONG)).isEqualTo("goes on");
    }

    @Test
    void shouldStopTheActorAndKeepTheWorkerWhenMemoryIsShort() {
        Scripted a = spawn("a");
        a.tell(me -> {
            long[][] huge = new long[Integer.MAX_VALUE - 8][];
            huge[0] = new long[Integer.MAX_VALUE - 8];
            me.say("never " + huge.length);
        });

        assertEnded(a, OutOfMemoryError.class);
    }

    @Test
    void shouldStopTheActorAfterAnErrorInAContinuation() {
        Scripted a = spawn("a");
        a.tell(me -> Promise.of(1)
                .then(value -> {
                    throw new InternalError("of the machine");
                })
                .onError(failure -> {}));

        assertEnded(a, InternalError.class);
    }

    @Test
    void shouldTreatOtherErrorsLikeExceptions() {
        Scripted a = spawn("a");
        a.tell(me -> {
            throw new AssertionError("not of the machine");
        });

        assertThat(a.echo("x").await(LONG)).isEqualTo("x");
    }

    private void assertEnded(Scripted actor, Class<? extends Error> cause) {
        Terminated end = system.watch(actor).await(LONG);
        assertThat(end.reason()).isEqualTo(EndReason.FAILED);
        assertThat(end.cause()).isInstanceOf(cause);
        Promise<String> thread =
                neighbour.ask(me -> Promise.of(Thread.currentThread().getName()));
        assertThat(thread.await(LONG)).isEqualTo("errors-worker-0");
    }

    private Scripted spawn(String name) {
        return system.spawn(
                Scripted.class,
                () -> new Scripted(new ArrayList<>()),
                ActorOptions.named(name).supervision(Supervision.resume()));
    }

    private static int deeper(int depth) {
        return depth < 0 ? depth : deeper(depth + 1) + 1;
    }
}
