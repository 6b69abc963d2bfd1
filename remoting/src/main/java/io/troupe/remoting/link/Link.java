// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.topic.SlowConsumer;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection with another process: any number of calls and streams both ways at once. A dialled link that is lost is dialled
 * again until it is closed; an accepted one ends. All methods may be called by any thread; none waits.
 *
 * <p>Ordering: messages from one sender to one target arrive in the order sent. Delivery: at most once. When the link is lost,
 * every pending call fails at once with {@link io.troupe.core.error.LinkLostException}, watched actors count as ended, and references that
 * came in messages are dead for good; those from {@link #lookup} work again once the link is up again.
 */
public interface Link extends AutoCloseable {
    /** Where it leads: the address that was dialled, or the other end of an accepted connection. */
    String peer();

    /** The name that the other process has given itself; empty until the link has been up. */
    String peerName();

    /** Who the other process is; {@link LinkIdentity#UNKNOWN} until the link has been up. */
    LinkIdentity identity();

    /** The lane that was given when it was dialled; empty for the usual one and for accepted links. */
    String lane();

    /** Whether it is up. */
    LinkState state();

    /** Why it was lost or not made the last time; null if that has not happened. */
    @Nullable
    LinkLoss lastLoss();

    /** Name of the codec that was agreed on; empty until the link has been up. */
    String codec();

    /**
     * A reference to what the other side exposes under a name. Does not wait: whether the name and its methods exist shows
     * in the calls. While the link is down calls fail at once.
     *
     * @param name that is exposed
     * @param type actor class, or an interface that has the methods to be called
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks the rules for actor types
     * @throws IllegalArgumentException if a parameter or result has a type without encoding
     */
    <T> T lookup(String name, Class<T> type);

    /**
     * The same, checked: fails with {@link io.troupe.core.error.CallRefusedException} if the name is not exposed.
     *
     * @param name that is exposed
     * @param type see {@link #lookup}
     */
    <T> Promise<T> resolve(String name, Class<T> type);

    /**
     * Opens a stream: items both ways until one side ends it.
     *
     * @param name that the other side accepts
     * @param out type of the items to send
     * @param in type of the items to receive
     * @param items gets them
     * @return takes the items to send: slows down who sends faster than they are taken
     */
    <O, I> Callback<O> open(String name, Class<O> out, Class<I> in, Callback<I> items);

    /**
     * Subscribes to a topic of the other side. Ends with the session: after the link was lost, subscribe again.
     *
     * @param topic its name there
     * @param type of the items
     * @param policy if this subscriber does not keep up
     * @param items gets what is published from now on; its end unsubscribes. Fails if there is no such topic, when this subscriber
     *     is thrown out, and with {@link io.troupe.core.error.LinkLostException}
     * @return the same callback
     */
    default <T> Callback<T> subscribe(String topic, Class<T> type, SlowConsumer policy, Callback<T> items) {
        return subscribe(topic, type, policy, items, null);
    }

    /**
     * The same, with somebody who is told what was left out.
     *
     * @param gaps gets how many items are missing, in order with the items if both run in turns of one actor; ends with them
     */
    <T> Callback<T> subscribe(
            String topic, Class<T> type, SlowConsumer policy, Callback<T> items, @Nullable Callback<Long> gaps);

    /**
     * A publisher of the other side. Each subscription is a stream; nothing is sent beyond what the subscriber has requested.
     *
     * @param name that is published there
     * @param type of the items
     * @return its subscribers are called in turns of the actor that has subscribed them, or one signal at a time
     */
    <T> Flow.Publisher<T> publisher(String name, Class<T> type);

    /** What has been going on since the link came up the last time. */
    LinkStats stats();

    /**
     * Registers a listener for changes. Runs on the link's loop: must be quick.
     *
     * @param listener told the new state, and why in words (empty if there is nothing to say)
     */
    void onChange(BiConsumer<LinkState, String> listener);

    /** Dials at once if it is down and waits for its next attempt; else nothing happens. */
    void redialNow();

    /**
     * Ends it in good order: {@code drain(limit, "drained by the application", "")}.
     *
     * @param limit see there
     * @return see there
     */
    default Promise<Boolean> drain(Duration limit) {
        return drain(limit, "drained by the application", "");
    }

    /**
     * Ends it in good order. The other side is told that this one goes, and sends no new calls: those that it sent before it
     * knew fail over there with {@link io.troupe.core.error.LinkLostException} that says that they were not executed. The calls and
     * promises that are under way in both directions are waited for, and what waits to be sent; watches, subscriptions and streams
     * are not. Then the link is closed, with the reason {@link LinkLoss.Reason#DRAINED} on both sides. This side may go on
     * calling meanwhile. A peer of an older version is not told, and may go on calling, too.
     *
     * @param limit after which it is closed whatever is under way; what is not answered then fails over there
     * @param reason for people, on the other side
     * @param elsewhere where the other side may find the same ({@link LinkLoss#elsewhere}); empty: nothing is said
     * @return fulfilled at its end: whether nothing was under way any more. True also if it was not up
     * @throws IllegalArgumentException if the limit is negative
     */
    Promise<Boolean> drain(Duration limit, String reason, String elsewhere);

    /**
     * Ends it at once: what waits to be sent is thrown away, and all calls under way fail with {@link
     * io.troupe.core.error.LinkLostException} that may have been executed. For a peer that is known to be gone, which nobody should wait for.
     */
    void cut();

    /** Ends it: what waits to be sent leaves first, as far as the other side takes it within a few seconds. */
    @Override
    void close();
}
