// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ManualSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimerMemoryTest {
    private final ManualSystem test = new ManualSystem();
    private final Timed actor = test.system.spawn(Timed.class, Timed::new);

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldForgetTimersThatWereCancelledByTheActor() {
        actor.startAndCancel(1_000);
        test.runAll();

        assertThat(cell().extras().timers()).isEmpty();
    }

    @Test
    void shouldForgetTimersThatWereCancelledByOtherThreads() {
        for (int i = 0; i < 100; i++) {
            test.result(actor.start()).cancel();
        }
        test.runAll();

        assertThat(cell().extras().timers()).isEmpty();
    }

    @Test
    void shouldForgetTimersThatWereReplacedAndThatHaveRun() {
        actor.replace(1_000);
        test.runAll();
        assertThat(cell().extras().timers()).hasSize(1);
        test.advance(Duration.ofMinutes(1));

        assertThat(cell().extras().timers()).isEmpty();
    }

    private ActorCell cell() {
        return (ActorCell) Reference.outletOf(actor);
    }

    static class Timed extends Actor<Timed> {
        public void startAndCancel(int times) {
            for (int i = 0; i < times; i++) {
                context().after(Duration.ofMinutes(1), () -> {}).cancel();
            }
        }

        public void replace(int times) {
            for (int i = 0; i < times; i++) {
                context().after("t", Duration.ofMinutes(1), () -> {});
            }
        }

        public Promise<Timeout> start() {
            return Promise.of(context().after(Duration.ofMinutes(1), () -> {}));
        }
    }
}
