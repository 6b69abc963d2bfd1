// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A system without threads whose turns and time the test moves, and what its listener was told. */
public final class ManualSystem implements AutoCloseable, SystemListener {
    public static final Duration LONG = Duration.ofSeconds(30);
    public final ManualDispatcher manual = Dispatchers.manual();
    public final ManualClock clock = new ManualClock();
    public final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
    public final List<String> failures = new CopyOnWriteArrayList<>();
    public final List<String> log = new CopyOnWriteArrayList<>();
    public final ActorSystem system;

    public ManualSystem() {
        this(builder -> builder);
    }

    public ManualSystem(UnaryOperator<SystemBuilder> settings) {
        system = settings.apply(ActorSystem.builder()
                        .name("test")
                        .dispatcher(manual)
                        .clock(clock)
                        .helpers(manual.executor())
                        .listener(this))
                .start();
    }

    /** An actor that logs its life, and restarts at once when it fails. */
    public Scripted spawn(String name) {
        return spawn(ActorOptions.named(name).supervision(Supervision.restart(10, Duration.ofMinutes(1))));
    }

    public Scripted spawn(ActorOptions options) {
        return system.spawn(Scripted.class, () -> new Scripted(log), options);
    }

    public void runAll() {
        manual.runAll();
    }

    public void advance(Duration by) {
        clock.advance(by);
        manual.runAll();
    }

    /** Runs all turns and returns the value, or throws the failure. */
    public <T> T result(Promise<T> promise) {
        manual.runAll();
        if (!promise.isSettled()) {
            throw new AssertionError("promise must be settled when all is done: promise=" + promise);
        }
        return promise.await(LONG);
    }

    @Override
    public void onDeadLetter(DeadLetter letter) {
        letters.add(letter);
    }

    @Override
    public void onFailure(String address, Throwable cause, Decision decision) {
        failures.add(address.substring(address.lastIndexOf('/') + 1) + " " + cause.getMessage() + " " + decision);
    }

    @Override
    public void close() {
        system.close();
    }
}
