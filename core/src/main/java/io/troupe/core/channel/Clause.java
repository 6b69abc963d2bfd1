// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One clause of a {@link Select}.
 *
 * @param channel of the element
 * @param element to be sent; null for a clause that receives
 * @param elements gives one element after the other, in a repeated select; else null
 * @param bytes that the element to be sent takes in memory; 0 for a clause that receives
 * @param result makes the result of the element; {@link #SKIPPED}: the element does not count, and the select goes on
 */
record Clause<S>(
        Channel<S> channel,
        @Nullable S element,
        @Nullable Supplier<? extends @Nullable S> elements,
        int bytes,
        Function<? super S, ? extends @Nullable Object> result) {
    static final Object SKIPPED = new Object();

    boolean sends() {
        return element != null;
    }

    /** Does it if it is possible now: returns the element. Null: it is not. Under the lock of the channel. */
    @Nullable
    S attempt() {
        S sent = element;
        if (sent == null) {
            return channel.poll();
        }
        return !channel.isShut() && channel.offer(sent, bytes) ? sent : null;
    }

    /** Whether it may become possible. Under the lock of the channel. */
    boolean isOpen() {
        return sends() ? !channel.isShut() : !channel.isEnded();
    }

    /** Waits until it becomes possible. Under the lock of the channel. */
    void enlist(Waiter<S> place) {
        if (sends()) {
            channel.enlistSender(place);
        } else {
            channel.enlistReceiver(place);
        }
    }

    /** Waits no more. Without the lock. */
    void withdraw(Waiter<S> place) {
        if (sends()) {
            channel.takeBack(place);
        } else {
            channel.withdraw(place);
        }
    }
}
