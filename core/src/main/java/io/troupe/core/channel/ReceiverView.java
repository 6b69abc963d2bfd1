// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A receiver over one or several channels, without a queue of its own: their elements, mapped and filtered. Any thread. */
final class ReceiverView<T> implements Receiver<T> {
    private final List<Source<?, T>> sources;

    private ReceiverView(List<Source<?, T>> sources) {
        this.sources = sources;
    }

    static <T> ReceiverView<T> of(Channel<T> channel) {
        return new ReceiverView<>(List.of(new Source<>(channel, element -> element)));
    }

    /** The channels behind any receiver. */
    static <T> List<Source<?, T>> sourcesOf(Receiver<T> receiver) {
        return receiver instanceof Channel<T> channel ? of(channel).sources : ((ReceiverView<T>) receiver).sources;
    }

    /** The same elements with their channels, to which they may return. */
    ReceiverView<Stages.Single<?, T>> singles() {
        List<Source<?, Stages.Single<?, T>>> singles = new ArrayList<>();
        sources.forEach(source -> singles.add(source.singles()));
        return new ReceiverView<>(singles);
    }

    @Override
    public Promise<T> receive() {
        return choices().once();
    }

    private Select<T> choices() {
        Select<T> select = new Select<>(true, true);
        sources.forEach(source -> select.addSource(source, element -> element));
        return select;
    }

    @Override
    public @Nullable T tryReceive() {
        for (Source<?, T> source : sources) {
            T element = source.tryReceive();
            if (element != null) {
                return element;
            }
        }
        return null;
    }

    @Override
    public T take() {
        sources.get(0).channel().checkWait("take", "receive", Channel.UNLIMITED);
        return choices().await();
    }

    @Override
    public T take(Duration limit) {
        sources.get(0).channel().checkWait("take", "receive", limit);
        return Channel.waitFor(receive(), limit);
    }

    @Override
    public Promise<Void> each(Consumer<? super T> handler) {
        Objects.requireNonNull(handler, "handler");
        return each(new WorkLimit(Integer.MAX_VALUE), element -> {
            handler.accept(element);
            return null;
        });
    }

    @Override
    public Promise<Void> each(int most, Function<? super T, ? extends @Nullable Promise<?>> handler) {
        Objects.requireNonNull(handler, "handler");
        if (most < 1) {
            throw new IllegalArgumentException("most must be at least 1: most=" + most);
        }
        return each(new WorkLimit(most), handler);
    }

    private Promise<Void> each(WorkLimit limit, Function<? super T, ? extends @Nullable Promise<?>> handler) {
        Reception reception = new Reception(false);
        sources.forEach(source -> reception.add(source, limit, handler));
        return reception.start();
    }

    @Override
    public <U> Receiver<U> map(Function<? super T, ? extends U> mapping) {
        Objects.requireNonNull(mapping, "mapping");
        List<Source<?, U>> mapped = new ArrayList<>();
        sources.forEach(source -> mapped.add(source.map(mapping)));
        return new ReceiverView<>(mapped);
    }

    @Override
    public Receiver<T> filter(Predicate<? super T> condition) {
        Objects.requireNonNull(condition, "condition");
        List<Source<?, T>> filtered = new ArrayList<>();
        sources.forEach(source -> filtered.add(source.filter(condition)));
        return new ReceiverView<>(filtered);
    }

    @Override
    public Receiver<T> merge(Receiver<? extends T> other) {
        List<Source<?, T>> all = new ArrayList<>(sources);
        for (Source<?, ? extends T> more : sourcesOf(Objects.requireNonNull(other, "other"))) {
            for (Source<?, T> mine : sources) {
                if (mine.channel() == more.channel()) {
                    throw new IllegalArgumentException("merged receivers must not receive from one channel: channel="
                            + mine.channel().name());
                }
            }
            all.add(more.map(element -> element));
        }
        return new ReceiverView<>(all);
    }

    @Override
    public Receiver<List<T>> batch(int most, Duration time) {
        return Stages.batch(this, most, time);
    }

    @Override
    public <U, V> Receiver<V> zip(Receiver<U> other, BiFunction<? super T, ? super U, ? extends V> combination) {
        return Stages.zip(this, other, combination);
    }

    String name() {
        return sources.get(0).channel().name();
    }

    @Override
    public String toString() {
        List<String> names =
                sources.stream().map(source -> source.channel().name()).toList();
        return "Receiver" + names;
    }
}
