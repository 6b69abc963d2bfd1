// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.relay;

import io.troupe.core.continuation.CallbackExecutor;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is behind the ends of channels, for modules that carry elements. The package of channels, which is for users, cannot
 * show this to some modules only; so it provides it here when its first channel is made. Any thread.
 */
public final class ChannelRelays {
    private static volatile @Nullable Provider provider;

    private ChannelRelays() {}

    /** The port: implemented by the package of channels. */
    public interface Provider {
        /** See {@link ChannelRelays#source}. */
        ElementSource source(Object receiver, CallbackExecutor executor, Runnable onChange);

        /** See {@link ChannelRelays#sink}. */
        ElementSink sink(Object sender, Runnable onChange);

        /** See {@link ChannelRelays#feed}. */
        ElementSink feed(Object channel, Runnable onChange);

        /** See {@link ChannelRelays#join}. */
        Object join(Object outward);

        /** See {@link ChannelRelays#receiverOf}. */
        @Nullable
        Object receiverOf(Flow.Publisher<?> publisher);
    }

    /** Provides the implementation, once. */
    public static void provide(Provider implementation) {
        provider = implementation;
    }

    private static Provider provider() {
        return Objects.requireNonNull(provider, "there must be a channel before its ends are carried");
    }

    /**
     * Attaches a remote end that receives.
     *
     * @param receiver an end of a channel, or a view of one
     * @param executor of whose system the hook for undelivered elements runs
     * @param onChange runs on any thread, also under no lock, when there may be an element or the channel may have ended; must
     *     be quick
     */
    public static ElementSource source(Object receiver, CallbackExecutor executor, Runnable onChange) {
        return provider().source(receiver, executor, onChange);
    }

    /**
     * Attaches a remote end that sends.
     *
     * @param sender an end of a channel
     * @param onChange runs on any thread, under no lock, when the demand may have changed or the channel has been closed; must
     *     be quick
     */
    public static ElementSink sink(Object sender, Runnable onChange) {
        return provider().sink(sender, onChange);
    }

    /**
     * Attaches the remote channel for which a channel stands: what is put is received from that channel.
     *
     * @param channel of {@link #join}, or one that nobody else sends to
     * @param onChange as for {@link #sink}
     */
    public static ElementSink feed(Object channel, Runnable onChange) {
        return provider().feed(channel, onChange);
    }

    /**
     * Makes a channel that stands for a remote one with both of its ends: what is sent to it goes to another channel.
     *
     * @param outward a channel that takes what is sent
     */
    public static Object join(Object outward) {
        return provider().join(outward);
    }

    /** The end of a channel whose elements a publisher gives to its subscribers; null: it is another publisher. */
    public static @Nullable Object receiverOf(Flow.Publisher<?> publisher) {
        Provider known = provider;
        return known == null ? null : known.receiverOf(publisher); // without channels there are no such publishers
    }
}
