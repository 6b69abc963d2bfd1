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
 * A connection with another process, from {@link io.troupe.remoting.Remoting}: any number of calls and streams both
 * ways at once. A dialled link that is lost is dialled again until it is closed; an accepted one ends. Any thread may
 * call any method; none waits.
 *
 * <p>Ordering: messages from one sender to one target arrive in the order sent. Delivery: at most once. When the link
 * is lost, every pending call fails at once with {@link io.troupe.core.error.LinkLostException}, watched actors count
 * as ended, and references that came in messages are dead for good; references from {@link #lookup} work again once the
 * link is up again.
 */
public interface Link extends AutoCloseable {
    /** {@return the address that was dialled, or the other end of an accepted connection, for people} */
    String peer();

    /** {@return the name that the other process claims; empty until the link has been up} */
    String peerName();

    /** {@return the identity of the other process; {@link LinkIdentity#UNKNOWN} until the link has been up} */
    LinkIdentity identity();

    /** {@return the lane that the link was dialled on; empty for the usual one and for accepted links} */
    String lane();

    /** {@return the state of the link, which may have changed when the answer arrives} */
    LinkState state();

    /** {@return why the link was lost or not made the last time; null if that has not happened} */
    @Nullable
    LinkLoss lastLoss();

    /** {@return the name of the codec that both sides have agreed on; empty until the link has been up} */
    String codec();

    /**
     * Makes a reference to the actor that the other side exposes under a name. Does not wait: whether the name and its
     * methods exist shows in the calls. While the link is down, calls fail at once.
     *
     * @param name the exposed name
     * @param type actor class, or an interface that has the methods to be called
     * @param <T> type of the reference
     * @return a reference; equal to others of the same link and name
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks the rules for actor types
     * @throws IllegalArgumentException if a parameter or result has a type without encoding
     */
    <T> T lookup(String name, Class<T> type);

    /**
     * Makes a reference like {@link #lookup}, and asks the other side whether the name is exposed.
     *
     * @param name the exposed name
     * @param type see {@link #lookup}
     * @param <T> type of the reference
     * @return fulfilled with the reference; fails with {@link io.troupe.core.error.CallRefusedException} if the name is
     *     not exposed, with {@link io.troupe.core.error.LinkLostException} if the link is down or is lost meanwhile, and
     *     with {@link io.troupe.core.error.CallTimeoutException} if there is no answer within the ask deadline of the
     *     system
     * @throws io.troupe.core.error.SpawnRefusedException see {@link #lookup}
     * @throws IllegalArgumentException see {@link #lookup}
     */
    <T> Promise<T> resolve(String name, Class<T> type);

    /**
     * Opens a stream: items both ways until one side ends it. It fails with the session: after the link was lost, open
     * another one.
     *
     * @param name a name that the other side accepts ({@link io.troupe.remoting.Remoting#accept})
     * @param out type of the items to send
     * @param in type of the items to receive
     * @param items gets the received items; fails with {@link io.troupe.core.error.CallRefusedException} if the name is
     *     not accepted
     * @param <O> type of the items to send
     * @param <I> type of the items to receive
     * @return takes the items to send; slows down a sender that is faster than the receiver
     * @throws io.troupe.core.error.LinkLostException if the link is down
     * @throws IllegalArgumentException if a type has no encoding
     */
    <O, I> Callback<O> open(String name, Class<O> out, Class<I> in, Callback<I> items);

    /**
     * Subscribes to a topic of the other side. Ends with the session: after the link was lost, subscribe again.
     *
     * @param topic name of the topic on the other side
     * @param type type of the items
     * @param policy the treatment of this subscriber when it does not keep up
     * @param items gets the items that are published from now on; its end unsubscribes. Fails if there is no such
     *     topic, if this subscriber is disconnected, and with {@link io.troupe.core.error.LinkLostException} if the
     *     link is down or lost
     * @param <T> type of the items
     * @return {@code items}
     * @throws IllegalArgumentException if the type has no encoding
     */
    default <T> Callback<T> subscribe(String topic, Class<T> type, SlowConsumer policy, Callback<T> items) {
        return subscribe(topic, type, policy, items, null);
    }

    /**
     * Subscribes to a topic of the other side, and tells of items that were left out.
     *
     * @param topic name of the topic on the other side
     * @param type type of the items
     * @param policy the treatment of this subscriber when it does not keep up
     * @param items see {@link #subscribe(String, Class, SlowConsumer, Callback)}
     * @param gaps gets how many items are missing, in order with the items if both run in turns of one actor; ends with
     *     them. Null: nobody is told
     * @param <T> type of the items
     * @return {@code items}
     * @throws IllegalArgumentException if the type has no encoding
     */
    <T> Callback<T> subscribe(
            String topic, Class<T> type, SlowConsumer policy, Callback<T> items, @Nullable Callback<Long> gaps);

    /**
     * Makes the near end of a publisher of the other side. Each subscription is a stream; the other side sends no more
     * items than the subscriber has requested. A subscription fails if the name is not published, and if the link is
     * down or lost.
     *
     * @param name the published name ({@link io.troupe.remoting.Remoting#publish})
     * @param type type of the items
     * @param <T> type of the items
     * @return calls its subscribers in turns of the actor that has subscribed them; outside of actors, one signal at a
     *     time
     * @throws IllegalArgumentException if the type has no encoding
     */
    <T> Flow.Publisher<T> publisher(String name, Class<T> type);

    /** {@return counters since the link came up the last time; {@link LinkStats#NONE} while it is down} */
    LinkStats stats();

    /**
     * Adds a listener for changes of the state. It runs on the loop of the link, or on the thread that closes or dials,
     * and must be quick.
     *
     * @param listener gets the new state, and the reason for people (empty if there is none)
     */
    void onChange(BiConsumer<LinkState, String> listener);

    /**
     * Dials at once if the link is down and waits for its next attempt. Otherwise, and for accepted links, nothing
     * happens.
     */
    void redialNow();

    /**
     * Drains the link: {@code drain(limit, "drained by the application", "")}.
     *
     * @param limit time after which the link is closed whatever is under way; from 0 to a day
     * @return see {@link #drain(Duration, String, String)}
     * @throws IllegalArgumentException if the limit is negative or more than a day
     */
    default Promise<Boolean> drain(Duration limit) {
        return drain(limit, "drained by the application", "");
    }

    /**
     * Drains the link: lets both sides finish what is under way, then closes it. The other side learns that this one
     * goes, and sends no new calls. Calls that it had sent before it knew fail over there with a {@link
     * io.troupe.core.error.LinkLostException} that says that they were not executed. The link waits for the calls and
     * promises that are under way in both directions, and for messages that wait to be sent; it does not wait for
     * watches, subscriptions and streams. Then it is closed, with the reason {@link LinkLoss.Reason#DRAINED} on both
     * sides. This side may go on calling meanwhile. A peer of an older version does not learn of it, and may go on
     * calling, too.
     *
     * @param limit time after which the link is closed whatever is under way, from 0 to a day; calls without an answer
     *     fail then
     * @param reason one sentence for the people of the other side
     * @param elsewhere an address where the other side may find the same ({@link LinkLoss#elsewhere}); or empty
     * @return fulfilled when the link has ended: true if nothing was under way any more, and if the link was not up
     * @throws IllegalArgumentException if the limit is negative or more than a day
     */
    Promise<Boolean> drain(Duration limit, String reason, String elsewhere);

    /**
     * Ends the link at once, and throws away the messages that wait to be sent. All calls under way fail with a {@link
     * io.troupe.core.error.LinkLostException} that says that they may have been executed. For a peer that is known to
     * be gone.
     */
    void cut();

    /**
     * Ends the link for good. Messages that wait to be sent leave first, as far as the other side takes them within a
     * few seconds. Calls that wait for answers fail. A call that is made after this has returned is refused. Does not wait;
     * closing twice is harmless.
     */
    @Override
    void close();
}
