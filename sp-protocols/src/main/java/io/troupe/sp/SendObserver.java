// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.continuation.Observer;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.sp.message.SpMessage;
import org.jspecify.annotations.Nullable;

/** Counts a message that was sent later, or releases it when it was not; then tells its sender. */
final class SendObserver extends Observer<SendResult> {
    private final SpMessage message;
    private final int size;
    private final SocketCounters counters;
    private final CompletablePromise<Void> held;

    SendObserver(SpMessage message, int size, SocketCounters counters, CompletablePromise<Void> held) {
        this.message = message;
        this.size = size;
        this.counters = counters;
        this.held = held;
    }

    @Override
    protected void onValue(@Nullable SendResult sent) {
        if (sent == SendResult.SENT) { // or it was dropped, which is counted
            counters.sent(size);
        }
        held.complete(null);
    }

    @Override
    protected void onFailure(Throwable cause) {
        message.release();
        held.fail(cause);
    }
}
