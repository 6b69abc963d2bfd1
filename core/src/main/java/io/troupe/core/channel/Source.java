// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A channel as a receiver sees it: mapped and filtered.
 *
 * @param channel where the elements come from
 * @param view what the receiver gets for an element; null: nothing
 */
record Source<S, T>(Channel<S> channel, Function<? super S, ? extends @Nullable T> view) {

    <U> Source<S, U> map(Function<? super T, ? extends U> mapping) {
        return new Source<>(channel, element -> {
            T seen = view.apply(element);
            return seen == null
                    ? null
                    : Objects.requireNonNull(
                            mapping.apply(seen), "map must not return null: channel=" + channel.name());
        });
    }

    Source<S, T> filter(Predicate<? super T> condition) {
        return new Source<>(channel, element -> {
            T seen = view.apply(element);
            return seen != null && condition.test(seen) ? seen : null;
        });
    }

    /** The same with the channel of each element. */
    Source<S, Stages.Single<?, T>> singles() {
        return new Source<>(channel, element -> {
            T seen = view.apply(element);
            return seen == null ? null : new Stages.Single<>(channel, element, seen);
        });
    }

    @Nullable
    T tryReceive() {
        for (S element = channel.tryReceive(); element != null; element = channel.tryReceive()) {
            T seen = view.apply(element);
            if (seen != null) {
                return seen;
            }
        }
        return null;
    }
}
