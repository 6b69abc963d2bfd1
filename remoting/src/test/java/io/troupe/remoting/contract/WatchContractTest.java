// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.EndReason;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import org.junit.jupiter.api.Test;

/** Death watch over a link. */
class WatchContractTest extends RemotingContract {
    public static class Mayfly extends Actor<Mayfly> {
        public void die() {
            context().stop();
        }

        public void crash() {
            throw new IllegalStateException("too hot");
        }

        public Promise<Boolean> isAlive() {
            return Promise.of(true);
        }
    }

    public static class Watcher extends Actor<Watcher> {
        public Promise<String> watch(Mayfly fly) {
            return context().watch(fly).map(end -> end.reason() + " " + end.address());
        }
    }

    private static Mayfly local() {
        return pair.there.system.spawn(
                Mayfly.class, Mayfly::new, ActorOptions.defaults().supervision(Supervision.stop()));
    }

    private static Promise<Terminated> watch(Mayfly fly) {
        return pair.here.system.watch(fly);
    }

    @Test
    void shouldTellOfActorsThatStop() {
        Mayfly fly = pair.remote(Mayfly.class, local());
        Promise<Terminated> end = watch(fly);
        assertThat(await(fly.isAlive())).isTrue();
        assertThat(end.isSettled()).isFalse();
        fly.die();
        assertThat(await(end).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(await(end).address()).isEqualTo(ActorControl.of(fly).address());
    }

    @Test
    void shouldTellOfActorsThatFail() {
        Mayfly fly = pair.remote(Mayfly.class, local());
        Promise<Terminated> end = watch(fly);
        fly.crash();
        assertThat(await(end).reason()).isEqualTo(EndReason.FAILED);
    }

    @Test
    void shouldTellAnActorInItsTurns() {
        Mayfly fly = pair.remote(Mayfly.class, local());
        Watcher watcher = pair.here.system.spawn(Watcher.class, Watcher::new);
        Promise<String> end = watcher.watch(fly);
        await(fly.isAlive());
        fly.die();
        assertThat(await(end)).startsWith("STOPPED");
    }

    @Test
    void shouldTellAtOnceOfActorsThatHaveEndedAlready() {
        Mayfly local = local();
        Mayfly fly = pair.remote(Mayfly.class, local);
        await(pair.there.system.stop(local));
        assertThat(await(watch(fly)).reason()).isEqualTo(EndReason.STOPPED);
    }

    @Test
    void shouldTellOfWhatHasNeverBeen() {
        Terminated end = await(watch(pair.link.lookup("ghost", Mayfly.class)));
        assertThat(end.reason()).isEqualTo(EndReason.STOPPED);
        assertThat(end.cause()).hasMessageContaining("ghost");
    }

    @Test
    void shouldTellWhenTheLinkIsLostThatNothingIsKnown() {
        try (Pair own = Pair.open(encoding, way, config -> config.reconnect(false))) {
            Mayfly fly = own.remote(Mayfly.class, own.there.system.spawn(Mayfly.class, Mayfly::new));
            Promise<Terminated> end = own.here.system.watch(fly);
            await(fly.isAlive());
            own.back.close();
            assertThat(await(end).reason()).isEqualTo(EndReason.LINK_LOST);
            assertThat(await(own.here.system.watch(fly)).reason()).isEqualTo(EndReason.LINK_LOST);
        }
    }

    @Test
    void shouldStopWatchingWhenThePromiseIsCancelled() {
        Mayfly local = local();
        Mayfly fly = pair.remote(Mayfly.class, local);
        Promise<Terminated> unwanted = watch(fly);
        Promise<Terminated> wanted = watch(fly);
        await(fly.isAlive());
        int open = pair.back.stats().streams();
        unwanted.cancel();
        Await.until(
                "the watch is over there, too", LIMIT, () -> pair.back.stats().streams() == open - 1);
        fly.die();
        assertThat(await(wanted).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(unwanted.isFulfilled()).isFalse();
    }

    @Test
    void shouldRefuseToStopActorsOfOtherProcesses() {
        Mayfly fly = pair.remote(Mayfly.class, local());
        assertThatThrownBy(() -> pair.here.system.stop(fly))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("address=");
        assertThat(await(fly.isAlive())).isTrue();
    }
}
