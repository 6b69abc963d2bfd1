// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.error.EndReason;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchTest {
    private final ManualSystem test = new ManualSystem();
    private final List<Object> seen = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldTellWatchersWhenAnActorEnds() {
        Scripted a = test.spawn("a");
        Scripted b = test.spawn("b");
        b.tell(me -> me.inside().watch(a).then(seen::add));
        test.runAll();
        assertThat(seen).isEmpty();
        test.system.stop(a);
        test.runAll();

        assertThat(seen).containsExactly(new Terminated("troupe://test/a", EndReason.STOPPED, null));
    }

    @Test
    void shouldTellAtOnceWhenTheActorHasEndedBefore() {
        Scripted a = test.spawn(ActorOptions.named("a").supervision(Supervision.stop()));
        a.fail("broken");
        test.runAll();
        Promise<Terminated> end = test.system.watch(a);

        assertThat(end.isSettled()).isTrue();
        assertThat(test.result(end).reason()).isEqualTo(EndReason.FAILED);
        assertThat(test.result(end).cause()).hasMessage("broken");
    }

    @Test
    void shouldTellTheReasonOfAChildsEnd() {
        Scripted a = test.spawn("a");
        List<Promise<Terminated>> ends = new ArrayList<>();
        a.tell(me -> ends.add(me.inside().watch(me.child("b"))));
        test.runAll();
        test.result(test.system.stop(a));

        assertThat(ends.get(0).await(ManualSystem.LONG).reason()).isEqualTo(EndReason.PARENT_ENDED);
    }

    @Test
    void shouldNotTellAWatcherThatHasCancelled() {
        Scripted a = test.spawn("a");
        Scripted b = test.spawn("b");
        b.tell(me -> {
            Promise<Terminated> watch = me.inside().watch(a);
            watch.then(seen::add);
            watch.onError(failure -> seen.add("cancelled"));
            watch.cancel();
        });
        test.runAll();
        test.system.stop(a);
        test.runAll();

        assertThat(seen).containsExactly("cancelled");
    }

    @Test
    void shouldNotTellOfARestart() {
        Scripted a = test.spawn("a");
        Promise<Terminated> end = test.system.watch(a);
        a.fail("broken");
        test.runAll();

        assertThat(end.isSettled()).isFalse();
    }

    @Test
    void shouldRefuseToWatchAnythingButAReference() {
        assertThatThrownBy(() -> test.system.watch("text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a reference is needed");
    }

    @Test
    void shouldNotWatchAnActorThatCannotBeStopped() {
        RemoteActor remote = new RemoteActor();
        assertThatThrownBy(() -> test.system.stop(remote)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> test.system.stopWhenIdle(remote)).isInstanceOf(UnsupportedOperationException.class);

        assertThat(remote.watches).isZero();
    }

    /** A reference to an actor of another process, as links make them. */
    private static final class RemoteActor implements Reference, Outlet, ActorControl {
        private int watches;

        @Override
        public Outlet troupe$outlet() {
            return this;
        }

        @Override
        public void tell(TellMessage message) {
            throw new AssertionError("nobody calls it");
        }

        @Override
        public <T> Promise<T> ask(AskMessage<T> message) {
            throw new AssertionError("nobody calls it");
        }

        @Override
        public String address() {
            return "troupe://elsewhere/a";
        }

        @Override
        public CallbackExecutor outsideExecutor() {
            throw new AssertionError("nobody calls it");
        }

        @Override
        public void stop() {
            throw new UnsupportedOperationException("an actor is stopped in its own process");
        }

        @Override
        public Promise<Terminated> watch() {
            watches++;
            return new CompletablePromise<>();
        }

        @Override
        public boolean isStopped() {
            return false;
        }

        @Override
        public int depth(int limit) {
            return 0;
        }
    }

    @Test
    void shouldBeToldOfItsOwnEndNotAnyMore() {
        Scripted a = test.spawn("a");
        a.tell(me -> me.inside().watch(me.me()).then(seen::add));
        test.runAll();
        test.result(test.system.stop(a));

        assertThat(seen).isEmpty();
    }
}
