// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.value.TypeSerializer;
import java.util.Objects;
import java.util.concurrent.Flow;

/**
 * A publisher of the other side that was handed over. Each subscription is a stream of its own, which ends with the link. When this
 * object is not in use any more, the other side is told, and forgets the publisher. Any thread.
 *
 * @param <T> type of the elements
 */
final class HandedPublisher<T> implements Flow.Publisher<T> {
    /** In front of the number of a publisher, in the name under which subscriptions are opened. */
    static final String PREFIX = "publisher:";

    private final ItemStreams link;
    private final long number;
    private final TypeSerializer<?> element;

    HandedPublisher(ItemStreams link, long number, TypeSerializer<?> element) {
        this.link = link;
        this.number = number;
        this.element = element;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        link.subscribe(PREFIX + number, element, Objects.requireNonNull(subscriber, "subscriber"));
    }

    /** Where a publisher of this side is found by the number of its handle. */
    record Exported(Flow.Publisher<?> publisher, TypeSerializer<?> element) implements StreamHandler {
        @Override
        public void onFail(Failure failure) {}

        @Override
        public void onLost(LinkLostException cause) {}
    }

    /** Keeps the number of a publisher of the other side; must not refer to it. */
    static final class Imported implements StreamHandler {
        @Override
        public void onFail(Failure failure) {}

        @Override
        public void onLost(LinkLostException cause) {}
    }
}
