// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.flow;

import io.troupe.core.continuation.Observer;
import io.troupe.sp.message.Message;
import io.troupe.sp.stats.Counters;
import org.jspecify.annotations.Nullable;

/** Counts a message that was sent later, or releases it when it was not. */
final class Sent extends Observer<Boolean> {
    private final Message message;
    private final int size;
    private final Counters counters;

    Sent(Message message, int size, Counters counters) {
        this.message = message;
        this.size = size;
        this.counters = counters;
    }

    @Override
    protected void onValue(@Nullable Boolean sent) {
        if (Boolean.TRUE.equals(sent)) { // or it was dropped, which is counted
            counters.sent(size);
        }
    }

    @Override
    protected void onFailure(Throwable cause) {
        message.release();
    }
}
