// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StashTest {
    private final ManualSystem test = new ManualSystem();
    private final List<String> log = new ArrayList<>();
    private final Door door = test.system.spawn(Door.class, () -> new Door(log), "door");

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldDeliverStashedTellsAndAsksAgainInTheirOldOrderBeforeAllOthers() {
        door.enter("a");
        Promise<String> b = door.pass("b");
        door.enter("c");
        test.runAll();
        assertThat(log).isEmpty();
        assertThat(b.isSettled()).isFalse();
        door.open();
        door.enter("d");
        test.runAll();

        assertThat(log).containsExactly("a", "b", "c", "d");
        assertThat(test.result(b)).isEqualTo("passed b");
    }

    @Test
    void shouldNotKeepAMessageThatAsksToBeStashedAndThenThrows() {
        Scripted a = test.spawn("a");
        a.tell(me -> {
            me.log("poison");
            me.inside().stash();
            throw new IllegalStateException("poison");
        });
        a.tell(me -> me.inside().unstashAll());
        test.advance(Duration.ofMinutes(1));

        assertThat(test.log).containsOnlyOnce("a poison");
        assertThat(test.failures).hasSize(1);
    }

    @Test
    void shouldKeepStashedMessagesAcrossARestart() {
        door.enter("a");
        Promise<String> b = door.pass("b");
        test.runAll();
        door.fail();
        door.enter("c");
        door.open();
        test.runAll();
        test.advance(Duration.ofMillis(10));

        assertThat(log).containsExactly("a", "b", "c");
        assertThat(test.result(b)).isEqualTo("passed b");
    }

    @Test
    void shouldEndStashedMessagesWithTheActor() {
        door.enter("a");
        Promise<String> b = door.pass("b");
        test.runAll();
        test.result(test.system.stop(door));

        assertThatThrownBy(() -> test.result(b)).isInstanceOf(ActorStoppedException.class);
        assertThat(test.system.deadLetters()).isEqualTo(1);
    }

    @Test
    void shouldStashAgain() {
        door.enter("a");
        test.runAll();
        door.retry();
        door.retry();
        test.runAll();
        assertThat(log).isEmpty();
        door.open();
        test.runAll();

        assertThat(log).containsExactly("a");
    }

    @Test
    void shouldNotExecuteAStashedCallThatHasExpired() {
        Promise<String> b = door.pass("b").timeout(Duration.ofSeconds(1));
        test.runAll();
        test.advance(Duration.ofSeconds(1));
        door.open();
        test.runAll();

        assertThatThrownBy(() -> test.result(b)).isInstanceOf(CallTimeoutException.class);
        assertThat(log).isEmpty();
    }

    @Test
    void shouldNotBreakListenersWhenAStashedAskReturnsAPromise() {
        CompletablePromise<String> gate = new CompletablePromise<>();
        List<String> heard = new ArrayList<>();
        Door odd = test.system.spawn(
                Door.class,
                () -> new Door(log) {
                    @Override
                    public Promise<String> pass(String who) {
                        gate.then(value -> heard.add("before " + who));
                        context().stash();
                        return gate;
                    }
                },
                ActorOptions.defaults().supervision(Supervision.resume()));
        Promise<String> a = odd.pass("a");
        odd.pass("b");
        test.runAll();
        odd.retry();
        test.runAll();
        gate.complete("x");
        test.runAll();

        assertThat(heard).containsExactly("before a", "before b");
        assertThat(test.result(a)).isEqualTo("x");
        assertThat(test.failures).hasSize(2).allMatch(line -> line.contains("must return null"));
    }

    @Test
    void shouldRefuseToStashAnythingButAMessage() {
        Scripted a = test.spawn(ActorOptions.named("a").supervision(Supervision.resume()));
        a.tell(me -> Promise.of(1).then(value -> me.inside().stash()));
        test.runAll();

        assertThat(test.failures).hasSize(1).first().asString().contains("only messages can be stashed");
    }

    @Test
    void shouldUnstashNothingWhenNothingIsThere() {
        door.open();
        door.open();
        door.enter("a");
        test.runAll();

        assertThat(log).containsExactly("a");
    }

    static class Door extends Actor<Door> {
        private final List<String> log;
        private boolean open;

        Door(List<String> log) {
            this.log = log;
        }

        public void open() {
            open = true;
            context().unstashAll();
        }

        public void retry() {
            context().unstashAll();
        }

        public void enter(String who) {
            if (open) {
                log.add(who);
            } else {
                context().stash();
            }
        }

        public Promise<String> pass(String who) {
            if (open) {
                log.add(who);
                return Promise.of("passed " + who);
            }
            context().stash();
            return null;
        }

        public void fail() {
            throw new IllegalStateException("door");
        }
    }
}
