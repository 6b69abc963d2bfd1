// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.promise.Promise;
import io.troupe.core.relay.ChannelRelays;
import io.troupe.core.relay.ElementSink;
import io.troupe.core.relay.ElementSource;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Shows channels to the modules that carry their elements. */
final class RelayPort implements ChannelRelays.Provider {
    @Override
    public ElementSource source(Object receiver, CallbackExecutor executor, Runnable onChange) {
        return receiver instanceof Channel<?> channel
                ? new ChannelSource<>(channel, executor, onChange, () -> {})
                : ofView((ReceiverView<?>) receiver, executor, onChange);
    }

    /** Views have no queue, so their elements go through a channel, from the first poll on: a mapping must not run on a loop. */
    private static <T> ElementSource ofView(ReceiverView<T> view, CallbackExecutor executor, Runnable onChange) {
        Channel<T> between = Channels.<T>rendezvous().named(view.name() + ".view");
        return new ChannelSource<>(between, executor, onChange, () -> {
            Promise<Void> end = view.each(1, between::send);
            between.watch(() -> {
                if (between.isClosed()) {
                    end.cancel();
                }
            });
            end.onComplete((nothing, failure) -> between.end(failure));
        });
    }

    @Override
    public ElementSink sink(Object sender, Runnable onChange) {
        return new ChannelSink<>(((Channel<?>) sender).inlet(), onChange);
    }

    @Override
    public ElementSink feed(Object channel, Runnable onChange) {
        return new ChannelSink<>((Channel<?>) channel, onChange);
    }

    @Override
    public Object join(Object outward) {
        return new Channel<>((Channel<?>) outward);
    }

    @Override
    public @Nullable Object receiverOf(Flow.Publisher<?> publisher) {
        return publisher instanceof ReceiverPublisher<?> own ? own.receiver() : null;
    }
}
