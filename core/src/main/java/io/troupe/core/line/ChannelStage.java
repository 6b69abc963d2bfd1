// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import io.troupe.core.channel.Sender;
import io.troupe.core.continuation.CallbackExecutor;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** The handler of a stage that sends to a channel. In a turn the stage waits until the channel has taken the element; a helper thread blocks. */
final class ChannelStage<T, U> implements Consumer<T> {
    private final Sender<U> sender;
    private final Function<? super T, ? extends U> mapping;

    ChannelStage(Sender<U> sender, Function<? super T, ? extends U> mapping) {
        this.sender = Objects.requireNonNull(sender, "sender");
        this.mapping = Objects.requireNonNull(mapping, "mapping");
    }

    @Override
    public void accept(T element) {
        U sent = Objects.requireNonNull(mapping.apply(element), "a line must not send null to a channel");
        if (CallbackExecutor.current() instanceof StageExecutor stage) {
            stage.waitFor(sender.send(sent));
        } else {
            sender.put(sent);
        }
    }
}
