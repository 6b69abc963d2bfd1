// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.Observer;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever is told of an end is told the same: who, why, by which failure, and whether the call may have run. */
class EndFactsTest {
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldTellCallersWatchersAndDeadLettersTheSameReasonAndCause() {
        Scripted a = test.spawn(ActorOptions.named("a").supervision(Supervision.stop()));
        Promise<Terminated> end = test.system.watch(a);
        a.fail("broken");
        Promise<String> queued = a.echo("x");
        a.say("y");
        test.runAll();

        Terminated ended = test.result(end);
        ActorStoppedException told = (ActorStoppedException) failure(queued);
        DeadLetter letter = test.letters.get(0);
        assertThat(ended.reason()).isEqualTo(EndReason.FAILED);
        assertThat(ended.cause()).hasMessage("broken");
        assertThat(told.address()).isEqualTo("troupe://test/a");
        assertThat(told.reason()).isEqualTo(EndReason.FAILED);
        assertThat(told.getCause()).isSameAs(ended.cause());
        assertThat(told.maybeExecuted()).isFalse();
        assertThat(told)
                .hasMessageContaining("actor=troupe://test/a, method=Scripted.echo(String), reason=FAILED,"
                        + " maybeExecuted=false, cause=java.lang.IllegalStateException: broken");
        assertThat(letter)
                .isEqualTo(new DeadLetter(
                        "troupe://test/a", "Scripted.say(String)", Reason.STOPPED, EndReason.FAILED, ended.cause()));
    }

    @Test
    void shouldNotCountAnActorWhoseWatchersAreTold() {
        Scripted a = test.spawn(ActorOptions.named("a"));
        List<Integer> actors = new ArrayList<>();
        new Observer<Terminated>() { // in the last turn of the actor
            @Override
            protected void onValue(Terminated end) {
                actors.add(test.system.actors());
            }

            @Override
            protected void onFailure(Throwable cause) {}
        }.observe(test.system.watch(a));
        test.system.stop(a);
        test.runAll();
        assertThat(actors).containsExactly(0);
    }

    @Test
    void shouldTellLateCallersTheReasonAndCause() {
        Scripted a = test.spawn(ActorOptions.named("a").supervision(Supervision.stop()));
        a.fail("broken");
        test.runAll();

        assertThat(failure(a.echo("x")))
                .asInstanceOf(type(ActorStoppedException.class))
                .satisfies(told -> assertThat(told.reason()).isEqualTo(EndReason.FAILED))
                .satisfies(told -> assertThat(told.getCause()).hasMessage("broken"));
    }

    @Test
    void shouldTellWhoWaitsWhenTheSystemCloses() {
        Scripted a = test.spawn("a");
        Promise<Terminated> end = test.system.watch(a);
        test.runAll();
        Promise<String> queued = a.echo("x");
        test.system.close();

        assertThat(test.result(end).reason()).isEqualTo(EndReason.SYSTEM_CLOSED);
        assertThat(((ActorStoppedException) failure(queued)).reason()).isEqualTo(EndReason.SYSTEM_CLOSED);
    }

    private Throwable failure(Promise<?> promise) {
        return promise.result().orElseThrow().failure();
    }
}
