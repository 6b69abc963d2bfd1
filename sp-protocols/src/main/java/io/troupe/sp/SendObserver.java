// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.continuation.Observer;
import io.troupe.core.promise.CompletablePromise;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Notes what has come of a message that is sent later; then tells its sender. */
final class SendObserver<T> extends Observer<T> {
    private final CompletablePromise<Void> held;
    private final Consumer<? super @Nullable T> sent;
    private final Consumer<Throwable> failed;

    /**
     * Observes nothing yet.
     *
     * @param held what its sender has
     * @param sent called when it was sent or dropped
     * @param failed called when it was not; gives the message back
     */
    SendObserver(CompletablePromise<Void> held, Consumer<? super @Nullable T> sent, Consumer<Throwable> failed) {
        this.held = held;
        this.sent = sent;
        this.failed = failed;
    }

    @Override
    protected void onValue(@Nullable T value) {
        sent.accept(value);
        held.complete(null);
    }

    @Override
    protected void onFailure(Throwable cause) {
        failed.accept(cause);
        held.fail(cause);
    }
}
