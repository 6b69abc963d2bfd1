// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;

/** What tests talk to as a class. */
public class Counter extends Actor<Counter> {
    private int count;

    public void add(int n) {
        count += n;
    }

    public void addLater(int n, Duration delay) {
        context().after(delay, () -> count += n);
    }

    public void addEvery(Duration interval) {
        context().every(interval, () -> count++);
    }

    public Promise<Integer> get() {
        return Promise.of(count);
    }

    public Promise<Integer> never() {
        return new CompletablePromise<>();
    }

    public Promise<Integer> blocking() {
        return context().blocking(() -> 7);
    }

    public Promise<Integer> fail() {
        throw new IllegalStateException("on purpose");
    }

    public void crash() {
        throw new IllegalStateException("on purpose");
    }

    public void end() {
        context().stop();
    }
}
