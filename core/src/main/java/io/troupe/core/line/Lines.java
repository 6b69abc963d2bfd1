// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Assembly lines: elements that pass a fixed row of stages, each stage in order, many elements under way. Use a line where every
 * element takes the same way and there are many of them; where each has a life of its own, use actors.
 *
 * <p>The slots of a line are a ring that is made once. Stages run on the workers of an actor system, so an idle line costs
 * nothing; neighbouring stages run in one go unless told otherwise. A full line holds the publishing actor and lets a
 * publishing thread wait, as a mailbox of policy {@code PACE} does.
 *
 * <pre>{@code
 * try (Line<Trade> line = Lines.of(Trade::new, 4096)
 *         .stage("decode", Trade::decode)
 *         .parallel(Lines.batch("journal", 256, journal::append), Lines.stage("risk", risk::check))
 *         .stage("match", book::apply)
 *         .start(system)) {
 *     line.publish(trade -> trade.read(bytes));
 *     line.end().await(Duration.ofSeconds(10));
 * }
 * }</pre>
 */
public final class Lines {
    /** Slots of the largest ring. */
    private static final int MOST = 1 << 30;

    private Lines() {}

    /**
     * {@return the description of a line whose slots hold objects that are filled again and again} A handler must not keep such
     * an object, or pass it on, beyond its call: the next element of the slot overwrites it.
     *
     * @param <T> type of the objects
     * @param factory makes the object of each slot, on the thread that starts the line; a few more when the line is full
     * @param capacity slots of the ring, a power of 2 from 2 to 2^30
     * @throws IllegalArgumentException if the capacity is none of these
     */
    public static <T> LineBuilder<T> of(Supplier<? extends T> factory, int capacity) {
        return new LineBuilder<>(Objects.requireNonNull(factory, "factory"), checked(capacity));
    }

    /**
     * {@return the description of a line that carries references to objects that publishers have made} The ring lets go of them
     * when the last stage has finished.
     *
     * @param <T> type of the values, which should be immutable
     * @param capacity slots of the ring, a power of 2 from 2 to 2^30
     * @throws IllegalArgumentException if the capacity is none of these
     */
    public static <T> LineBuilder<T> values(int capacity) {
        return new LineBuilder<>(null, checked(capacity));
    }

    private static int checked(int capacity) {
        if (capacity < 2 || capacity > MOST || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(
                    "the capacity of a line must be a power of 2, from 2 to 2^30: capacity=" + capacity);
        }
        return capacity;
    }

    /**
     * {@return a stage, for {@link LineBuilder#parallel}}
     *
     * @param <T> type of the elements
     * @param name of 1 to 200 characters that all show on one line; the last part of the stage's address
     * @param handler called with each element, by one thread at a time, in order; must not block
     * @throws IllegalArgumentException if it is not such a name
     */
    public static <T> Stage<T> stage(String name, Consumer<? super T> handler) {
        return Stage.of(name, handler);
    }

    /**
     * {@return a stage that gets what is there, up to a limit} It never waits for more. Such a stage runs in a cell of its own.
     *
     * @param <T> type of the elements
     * @param name of 1 to 200 characters that all show on one line; the last part of the stage's address
     * @param most elements of a batch, 1 or more
     * @param handler called with one element or more, in order; the list is valid during the call only
     * @throws IllegalArgumentException if it is not such a name, or the limit is less than 1
     */
    public static <T> Stage<T> batch(String name, int most, Consumer<? super List<T>> handler) {
        return Stage.ofBatches(name, most, handler);
    }
}
