// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LifecycleTest {
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldStartBeforeTheFirstMessageAndStopAfterTheLast() {
        Scripted a = test.spawn("a");
        assertThat(test.log).as("nothing runs on the spawning thread").isEmpty();
        a.say("one");
        a.tell(me -> me.inside().stop());
        test.runAll();

        assertThat(test.log).containsExactly("a made", "a starts", "a one", "a stops");
        assertThat(ActorControl.of(a).isStopped()).isTrue();
    }

    @Test
    void shouldStopBetweenTurnsAndTurnWhatWasQueuedIntoDeadLettersOrFailures() {
        Scripted a = test.spawn("a");
        a.tell(me -> {
            me.inside().stop();
            me.log("goes on");
        });
        a.say("queued");
        Promise<String> ask = a.echo("queued");

        assertThatThrownBy(() -> test.result(ask)).isInstanceOf(ActorStoppedException.class);
        assertThat(test.log).containsExactly("a made", "a starts", "a goes on", "a stops");
        assertThat(test.letters)
                .containsExactly(new DeadLetter(
                        "troupe://test/a", "Scripted.say(String)", Reason.STOPPED, EndReason.STOPPED, null));
    }

    @Test
    void shouldReplaceTheObjectAtARestartAndKeepTheReference() {
        Scripted a = test.spawn("a");
        assertThat(test.result(a.count())).isEqualTo(1);
        assertThat(test.result(a.count())).isEqualTo(2);
        a.fail("broken");
        assertThat(test.result(a.count())).isEqualTo(1);

        assertThat(test.log)
                .containsExactly(
                        "a made", "a starts", "a fails broken", "a restarts after broken", "a made", "a starts");
        assertThat(test.failures).containsExactly("a broken RESTART");
    }

    @Test
    void shouldStopChildrenBeforeTheirParent() {
        Scripted a = test.spawn("a");
        a.tell(me -> me.child("b").tell(b -> b.child("c")));
        a.tell(me -> me.child("d"));
        test.runAll();
        test.log.clear();
        Promise<Terminated> end = test.system.stop(a);

        assertThat(test.result(end).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(test.log).hasSize(4).endsWith("a stops");
        assertThat(test.log.indexOf("c stops")).isLessThan(test.log.indexOf("b stops"));
    }

    @Test
    void shouldStopChildrenBeforeARestart() {
        Scripted a = test.spawn("a");
        a.tell(me -> me.child("b"));
        a.fail("broken");
        a.tell(me -> me.log("has children: " + me.inside().children().size()));
        a.tell(me -> me.child("b"));
        test.runAll();

        assertThat(test.log)
                .containsExactly(
                        "a made",
                        "a starts",
                        "b made",
                        "b starts",
                        "a fails broken",
                        "a restarts after broken",
                        "b stops",
                        "a made",
                        "a starts",
                        "a has children: 0",
                        "b made",
                        "b starts");
    }

    @Test
    void shouldRefuseAnActorNameThatIsTakenAmongSiblings() {
        Scripted a = test.spawn("a");
        assertThatThrownBy(() -> test.spawn("a"))
                .isInstanceOf(SpawnRefusedException.class)
                .hasMessageContaining("name=a")
                .hasMessageContaining("parent=troupe://test");
        Promise<Boolean> refused = a.ask(me -> {
            me.child("a");
            assertThatThrownBy(() -> me.child("a")).isInstanceOf(SpawnRefusedException.class);
            return Promise.of(true);
        });

        assertThat(test.result(refused)).isTrue();
    }

    @Test
    void shouldAllowTheNameOfAnActorThatHasEnded() {
        Scripted first = test.spawn("a");
        test.result(test.system.stop(first));
        Scripted second = test.spawn("a");

        assertThat(test.result(second.echo("x"))).isEqualTo("x");
        assertThat(test.system.find("a", Scripted.class)).containsSame(second);
    }

    @Test
    void shouldFindTopActorsByNameAndType() {
        Scripted a = test.spawn("a");

        assertThat(test.system.find("a", Scripted.class)).containsSame(a);
        assertThat(test.system.find("a", Runnable.class)).isEmpty();
        assertThat(test.system.find("b", Scripted.class)).isEmpty();
        assertThat(test.system.actors()).isEqualTo(1);
    }

    @Test
    void shouldFailWithTheSupervisionWhenTheFactoryThrows() {
        List<String> tries = new ArrayList<>();
        Scripted a = test.system.spawn(
                Scripted.class,
                () -> {
                    tries.add("try");
                    throw new IllegalStateException("no " + tries.size());
                },
                ActorOptions.named("a").supervision(Supervision.restart(2, LONG)));
        a.say("lost");
        Promise<String> ask = a.echo("x");

        assertThatThrownBy(() -> test.result(ask)).hasMessageContaining("has stopped");
        assertThat(tries).hasSize(3);
        assertThat(test.failures).containsExactly("a no 1 RESTART", "a no 2 RESTART", "a no 3 RESTART");
        assertThat(test.system.deadLetters()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAnObjectOfAFactoryThatIsNotNewOrOfAnotherType() {
        Scripted a = test.system.spawn(
                Scripted.class, () -> null, ActorOptions.named("a").supervision(Supervision.stop()));
        Scripted shared = test.spawn("shared");
        Scripted b = test.system.spawn(
                Scripted.class, () -> shared, ActorOptions.named("b").supervision(Supervision.stop()));
        test.runAll();

        assertThat(ActorControl.of(a).isStopped()).isTrue();
        assertThat(ActorControl.of(b).isStopped()).isTrue();
        assertThat(test.failures)
                .anyMatch(line -> line.contains("the factory must make an object of the spawned type"));
    }

    @Test
    void shouldRefuseAnActorThatWasHandedOutBefore() {
        List<Scripted> raw = new ArrayList<>();
        test.system.spawn(Scripted.class, () -> {
            raw.add(new Scripted(test.log));
            return raw.get(0);
        });
        test.runAll();
        Scripted b = test.system.spawn(
                Scripted.class, () -> raw.get(0), ActorOptions.named("b").supervision(Supervision.stop()));
        test.runAll();

        assertThat(ActorControl.of(b).isStopped()).isTrue();
        assertThat(test.failures).anyMatch(line -> line.contains("a new actor each time"));
    }

    @Test
    void shouldGiveAContextOnlyToActorsMadeBySpawnAndOnlyInTheirTurns() {
        assertThatThrownBy(() -> new Scripted(test.log)).hasMessageContaining("only an actor made by spawn");
        assertThatThrownBy(ActorContext::current).hasMessageContaining("in its turns only");
        List<ActorContext> leaked = new ArrayList<>();
        Scripted a = test.spawn("a");
        a.tell(me -> leaked.add(me.inside()));
        test.runAll();

        ActorContext outside = leaked.get(0);
        assertThat(outside.address()).isEqualTo("troupe://test/a");
        assertThat(outside.self()).isSameAs(a);
        assertThatThrownBy(() -> outside.after(LONG, () -> {})).hasMessageContaining("in its own turns only");
        assertThatThrownBy(outside::stash).hasMessageContaining("in its own turns only");
        assertThatThrownBy(() -> outside.spawn(Scripted.class, () -> new Scripted(test.log)))
                .hasMessageContaining("in its own turns only");
    }

    @Test
    void shouldTellItsPlaceInTheTree() {
        Scripted a = test.spawn("a");
        Promise<String> places = a.ask(me -> {
            String own = me.inside().parent();
            return me.child("b")
                    .ask(b -> Promise.of(b.inside().address() + " " + b.inside().parent() + " " + own));
        });

        assertThat(test.result(places)).isEqualTo("troupe://test/a/b troupe://test/a null");
    }
}
