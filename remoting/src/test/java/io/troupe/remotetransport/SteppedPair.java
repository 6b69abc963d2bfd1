// SPDX-License-Identifier: Apache-2.0
package io.troupe.remotetransport;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;

/** Two systems, and the network between them, that go on only when the test says so. */
final class SteppedPair implements AutoCloseable {
    private final ManualClock clock = new ManualClock();
    private final ManualDispatcher steps = ManualDispatcher.inOrder();
    final SteppedNetwork network = new SteppedNetwork(steps, clock, Duration.ofMillis(3), new ArrayList<>());
    final ActorSystem here = system("here", steps);
    final ActorSystem there = system("there", steps.share("there"));

    private ActorSystem system(String name, ManualDispatcher dispatcher) {
        return ActorSystem.builder()
                .name(name)
                .dispatcher(dispatcher)
                .helpers(dispatcher.executor())
                .clock(clock)
                .start();
    }

    /** The value of a promise, for which time passes if nothing else happens. */
    <T> T settled(Promise<T> promise) {
        while (!promise.isSettled()) {
            assertThat(steps.runNext() || clock.advanceToNext()).isTrue();
        }
        return promise.await(Duration.ofSeconds(1));
    }

    /** Lets happen what happens within some time. */
    void pass(Duration span) {
        long end = clock.nanos() + span.toNanos();
        do {
            steps.runAll();
        } while (clock.advanceToNext(Duration.ofNanos(end - clock.nanos())));
        steps.runAll();
    }

    @Override
    public void close() {
        here.close();
        there.close();
    }
}
