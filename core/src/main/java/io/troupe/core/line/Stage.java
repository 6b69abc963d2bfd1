// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import io.troupe.core.message.PlainText;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One step of a line, as described to a {@link LineBuilder}. A value: its methods return changed copies. Made by {@link
 * Lines#stage} and {@link Lines#batch}.
 *
 * @param <T> type of the elements
 */
public final class Stage<T> {
    private final String name;
    private final Consumer<? super T> handler;

    /** Null unless the stage takes batches. */
    private final @Nullable Consumer<? super List<T>> batchHandler;

    private final int batch;
    private final boolean blocking;

    /** Null unless the stage is one of several shards. */
    private final @Nullable Function<? super T, ?> key;

    private final int shard;
    private final int shards;

    private Stage(
            String name,
            Consumer<? super T> handler,
            @Nullable Consumer<? super List<T>> batchHandler,
            int batch,
            boolean blocking,
            @Nullable Function<? super T, ?> key,
            int shard,
            int shards) {
        this.name = name;
        this.handler = handler;
        this.batchHandler = batchHandler;
        this.batch = batch;
        this.blocking = blocking;
        this.key = key;
        this.shard = shard;
        this.shards = shards;
    }

    static <T> Stage<T> of(String name, Consumer<? super T> handler) {
        PlainText.name("a stage", name);
        Objects.requireNonNull(handler, "handler");
        return new Stage<>(name, handler, null, 1, false, null, 0, 1);
    }

    static <T> Stage<T> ofBatches(String name, int most, Consumer<? super List<T>> handler) {
        PlainText.name("a stage", name);
        Objects.requireNonNull(handler, "handler");
        if (most < 1) {
            throw new IllegalArgumentException(
                    "a batch must have room for at least 1: most=" + most + ", stage=" + name);
        }
        return new Stage<>(name, element -> handler.accept(List.of(element)), handler, most, false, null, 0, 1);
    }

    /** One of several that share the elements by key. */
    Stage<T> shard(Function<? super T, ?> keyOf, int index, int count) {
        return new Stage<>(name + "-" + index, handler, batchHandler, batch, blocking, keyOf, index, count);
    }

    /**
     * {@return the same stage, run by the helper threads of the system} While these have no room, the stage rests, and asks again
     * after at most a second. If they have refused it for about a second, the system's listeners are told of a failure of the
     * stage, and nothing is lost.
     *
     * @param blocks whether its handler may block; it is called by one thread at a time, in order
     */
    public Stage<T> blocking(boolean blocks) {
        return new Stage<>(name, handler, batchHandler, batch, blocks, key, shard, shards);
    }

    /** {@return its name, the last part of its address} */
    public String name() {
        return name;
    }

    Consumer<? super T> handler() {
        return handler;
    }

    @Nullable
    Consumer<? super List<T>> batchHandler() {
        return batchHandler;
    }

    int batch() {
        return batch;
    }

    boolean isBlocking() {
        return blocking;
    }

    @Nullable
    Function<? super T, ?> key() {
        return key;
    }

    int shard() {
        return shard;
    }

    int shards() {
        return shards;
    }

    /** Whether it can run in one cell with its neighbours. */
    boolean isPlain() {
        return batchHandler == null && !blocking && key == null;
    }

    @Override
    public String toString() {
        return "Stage[" + name + "]";
    }
}
