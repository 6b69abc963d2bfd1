// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;

/** What others call in tests of faults. */
public class Desk extends Actor<Desk> {
    private final List<Callback<Integer>> subscribers = new ArrayList<>();
    private int sum;

    /** A value that can be nested. */
    public record Note(String text, List<Note> replies) {}

    /** A value that refuses some contents. */
    public record Positive(int number) {
        public Positive {
            if (number <= 0) {
                throw new IllegalStateException("a number must be positive: number=" + number);
            }
        }
    }

    public void add(int number) {
        sum += number;
    }

    public Promise<Integer> sum() {
        return Promise.of(sum);
    }

    public Promise<String> echo(String text) {
        return Promise.of(text);
    }

    public Promise<Note> keep(Note note) {
        return Promise.of(note);
    }

    public Promise<Integer> count(Positive number) {
        return Promise.of(number.number());
    }

    public Promise<String> any(Object value) {
        return Promise.of(String.valueOf(value));
    }

    public Promise<Integer> never() {
        return new CompletablePromise<>();
    }

    public Promise<Integer> sumOf(Desk other) {
        return other.sum();
    }

    public Promise<Integer> outcomeOf(Promise<Integer> promise) {
        return promise;
    }

    /** Items come when they are published. */
    public void subscribe(Callback<Integer> numbers) {
        subscribers.add(numbers);
    }

    public void publish(int from, int to) {
        for (int i = from; i < to; i++) {
            for (Callback<Integer> subscriber : subscribers) {
                subscriber.item(i);
            }
        }
    }
}
