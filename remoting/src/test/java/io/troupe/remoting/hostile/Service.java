// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A bit of everything that can be called over a link. Takes whatever arguments come. */
public class Service extends Actor<Service> {
    private final List<Callback<Integer>> listeners = new ArrayList<>();
    private int sum;

    /** A record whose hash codes are easy to make equal. */
    public record Key(int first, int second) {
        /** All of these have the hash code 0. */
        static Key colliding(int number) {
            return new Key(number, -31 * number);
        }
    }

    /** A value that can be nested. */
    public record Note(String text, List<Note> replies, Map<String, Key> keys) {}

    public void add(int number) {
        sum += number;
    }

    public Promise<Integer> sum() {
        return Promise.of(sum);
    }

    public Promise<String> echo(String text) {
        return Promise.of(text);
    }

    /** What the headers of this call say. */
    public Promise<String> trace() {
        return Promise.of(Stage.TRACE.parent());
    }

    public Promise<byte[]> data(byte[] bytes) {
        return Promise.of(bytes);
    }

    /** Answers with so many bytes, within reason. */
    public Promise<byte[]> give(int size) {
        return Promise.of(new byte[Math.max(0, Math.min(size, 1 << 18))]);
    }

    public Promise<Note> keep(Note note) {
        return Promise.of(note);
    }

    public Promise<Integer> keys(Set<Key> keys) {
        return Promise.of(keys == null ? 0 : keys.size());
    }

    public Promise<Integer> named(Map<Key, String> names) {
        return Promise.of(names == null ? 0 : names.size());
    }

    /** Never answers, and keeps nothing. */
    public Promise<Integer> never(byte[] data) {
        return new CompletablePromise<>();
    }

    public Promise<Integer> sumOf(Service other) {
        return other == null ? Promise.of(-1) : other.sum();
    }

    public Promise<Service> self2() {
        return Promise.of(self());
    }

    public Promise<Integer> outcomeOf(Promise<Integer> promise) {
        return promise == null ? Promise.of(-1) : promise;
    }

    /** Items come when they are published. */
    public void subscribe(Callback<Integer> numbers) {
        if (numbers != null) {
            listeners.removeIf(Callback::isEnded);
            listeners.add(numbers);
        }
    }

    public void publish(int from, int to) {
        listeners.removeIf(Callback::isEnded);
        int last = (int) Math.min(to, from + 100L);
        for (int i = from; i < last; i++) {
            for (Callback<Integer> listener : listeners) {
                listener.item(i);
            }
        }
    }

    public void endAll() {
        listeners.forEach(Callback::end);
        listeners.clear();
    }
}
