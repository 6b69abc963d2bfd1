// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ManualSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ActorExtrasTest {
    private final ManualSystem test = new ManualSystem();
    private final CompletablePromise<Void> ready = new CompletablePromise<>();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldKeepNothingOfHavingWaitedForTheStart() {
        Starter actor = test.system.spawn(Starter.class, () -> new Starter(ready, false));
        test.runAll();
        assertThat(cell(actor).extrasIfAny()).isNotNull();
        ready.complete();
        test.runAll();
        assertThat(cell(actor).extrasIfAny()).isNull();
        actor.child();
        test.runAll();
        assertThat(cell(actor).extras().childCount()).isEqualTo(1);
    }

    @Test
    void shouldKeepWhatWasBegunWhileItWaited() {
        Starter actor = test.system.spawn(Starter.class, () -> new Starter(ready, true));
        test.runAll();
        ready.complete();
        test.runAll();
        assertThat(cell(actor).extras().timers()).hasSize(1);
        test.advance(Duration.ofMinutes(1));
        assertThat(cell(actor).extras().timers()).isEmpty();
    }

    private static ActorCell cell(Starter actor) {
        return (ActorCell) Reference.outletOf(actor);
    }

    /** Is ready when it is told so. */
    static class Starter extends Actor<Starter> {
        private final Promise<Void> ready;
        private final boolean timed;

        Starter(Promise<Void> ready, boolean timed) {
            this.ready = ready;
            this.timed = timed;
        }

        @Override
        protected Promise<?> onStart() {
            if (timed) {
                context().after(Duration.ofMinutes(1), () -> {});
            }
            return ready;
        }

        public void child() {
            context().spawn(Starter.class, () -> new Starter(ready, timed));
        }
    }
}
