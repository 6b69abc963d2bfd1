// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorException;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous work of an actor, per key one after the other. What waits for its turn is told when the actor restarts
 * or ends. In the actor's turns only.
 */
final class SerialSections {
    /** The first of each line is at work. */
    private final Map<Object, ArrayDeque<Section<?>>> lines = new LinkedHashMap<>();

    /** Of an actor that ends: those that will not begin, and have not been told. */
    private final List<Section<?>> waiting = new ArrayList<>(0);

    private final ActorCell cell;

    SerialSections(ActorCell cell) {
        this.cell = cell;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    <T> Promise<T> add(Object key, Supplier<? extends Promise<T>> work) {
        Section<T> section = new Section<>(work, new CompletablePromise<>());
        ArrayDeque<Section<?>> line = lines.computeIfAbsent(key, unused -> new ArrayDeque<>());
        line.add(section);
        if (line.size() == 1) {
            begin(section, key, line);
        }
        return section.result;
    }

    private void begin(Section<?> section, Object key, ArrayDeque<Section<?>> line) {
        // the work itself and not the result, which may have been cancelled or have expired meanwhile
        SettleSignal.on(section.start(), cell, failure -> next(key, line));
    }

    private void next(Object key, ArrayDeque<Section<?>> line) {
        if (lines.get(key) != line) {
            return; // of a former incarnation
        }
        line.poll();
        while (!line.isEmpty() && line.element().result.isSettled()) {
            line.poll(); // cancelled while it waited
        }
        if (line.isEmpty()) {
            lines.remove(key, line);
        } else {
            begin(line.element(), key, line);
        }
    }

    /** No section begins any more. Fails those at work; those that wait are kept for {@link #failWaiting}. */
    void end(Terminated end) {
        List<ArrayDeque<Section<?>>> all = List.copyOf(lines.values());
        lines.clear();
        for (ArrayDeque<Section<?>> line : all) {
            Section<?> atWork = line.poll();
            waiting.addAll(line);
            if (atWork != null) {
                fail(atWork, end, true);
            }
        }
    }

    /**
     * Fails those that had not begun. After the asks that the actor owes have failed: of an ask whose method returned such a
     * section the method has been called, and its caller must not be told otherwise.
     */
    void failWaiting(Terminated end) {
        List<Section<?>> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(section -> fail(section, end, false));
    }

    private static void fail(Section<?> section, Terminated end, boolean begun) {
        section.result.fail(new ActorStoppedException(
                "the actor has stopped or restarted before the section ended",
                end.address(),
                null,
                end.reason(),
                begun,
                end.cause()));
    }

    private record Section<T>(Supplier<? extends Promise<T>> work, CompletablePromise<T> result) {
        Promise<?> start() {
            try {
                @Nullable Promise<T> begun = work.get();
                result.completeLike(begun);
                return begun == null ? Promise.done() : begun;
            } catch (Throwable e) {
                result.fail(e);
                if (ActorException.isFatal(e)) {
                    throw e; // the actor cannot be trusted any more
                }
                return Promise.done();
            }
        }
    }
}
