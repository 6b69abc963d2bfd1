// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.dispatch.cell.Message;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls the methods of one publisher in order, with the context of the thread that has subscribed. Any thread. */
final class PublisherLane {
    private final CallbackExecutor executor;
    private final @Nullable Object captured;
    private final Consumer<Throwable> onThrown;

    /**
     * For a subscription of the calling thread.
     *
     * @param executor runs the calls
     * @param onThrown gets what a publisher throws, which it must not: the subscriber is to be told
     */
    PublisherLane(CallbackExecutor executor, Consumer<Throwable> onThrown) {
        this.executor = executor;
        this.captured = executor.capture();
        this.onThrown = onThrown;
    }

    void run(Runnable call) {
        Message message = new Message() {
            @Override
            public void deliver(Object receiver) {
                try {
                    call.run();
                } catch (Throwable e) {
                    onThrown.accept(e);
                }
            }
        };
        message.context(captured);
        executor.run(message);
    }
}
