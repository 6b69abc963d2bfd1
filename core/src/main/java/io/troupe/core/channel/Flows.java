// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.Observer;
import io.troupe.core.promise.Promise;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bridges between channels and Reactive Streams ({@link java.util.concurrent.Flow}), by the rules of their specification 1.0.4.
 * Libraries of streams have adapters for {@code Flow}. Any thread.
 */
public final class Flows {
    /** Elements that {@link #each} asks for ahead. */
    private static final int AHEAD = 128;

    private Flows() {}

    /**
     * Publishes what a receiver gives out. Subscribers compete: each element goes to one of them. A subscriber is called in
     * turns of the actor that subscribed it, outside of actors on threads of the library, one call at a time. An element is
     * received when its subscriber has requested it; a subscriber that cancels takes nothing with it.
     *
     * @param <T> type of the elements
     * @param receiver its close completes the subscribers, its failure is passed on to them
     * @return a publisher for any number of subscribers
     */
    public static <T> Flow.Publisher<T> publisher(Receiver<T> receiver) {
        return new ReceiverPublisher<>(Objects.requireNonNull(receiver, "receiver"));
    }

    /**
     * Publishes what a receiver gives out to all subscribers, each with a buffer of its own. In an actor it works in its turns
     * and ends with it, outside of actors on threads of the library.
     *
     * @param <T> type of the elements
     * @param receiver its close completes the subscribers, its failure is passed on to them
     * @param capacity elements that a subscriber may be behind, at least 1
     * @param lag what becomes of a subscriber that is further behind
     * @return a publisher for any number of subscribers
     * @throws IllegalArgumentException if the capacity is less than 1
     */
    public static <T> Multicast<T> broadcast(Receiver<T> receiver, int capacity, Lag lag) {
        return new Multicast<>(receiver, capacity, lag);
    }

    /**
     * Sends everything that a publisher has into a channel, in order, and then ends the channel as the publisher ends. Requests
     * an element when the channel has taken one, so at most the given number wait besides those in the channel. If the channel
     * takes no more elements, or the promise is cancelled, the subscription is cancelled.
     *
     * @param <T> type of the elements
     * @param publisher that is subscribed to
     * @param sender gets the elements
     * @param ahead most elements under way, at least 1
     * @return fulfilled when the publisher has completed and all elements are in the channel; fails with the publisher's failure,
     *     or with {@link io.troupe.core.error.ChannelClosedException}
     * @throws IllegalArgumentException if the number is less than 1
     */
    public static <T> Promise<Void> into(Flow.Publisher<? extends T> publisher, Sender<T> sender, int ahead) {
        SenderSubscriber<T> subscriber = new SenderSubscriber<>(Objects.requireNonNull(sender, "sender"), ahead);
        Objects.requireNonNull(publisher, "publisher").subscribe(subscriber);
        return subscriber.end();
    }

    /**
     * Handles everything that a publisher has in turns of the calling actor; outside of actors on threads of the library, one at a
     * time. At most {@value #AHEAD} elements are requested ahead.
     *
     * @param <T> type of the elements
     * @param publisher that is subscribed to
     * @param handler runs once per element; if it throws, the subscription is cancelled and the actor has failed
     * @return fulfilled after the last element; fails with the publisher's failure, with what the handler threw, or when the
     *     actor stops or restarts. Cancelling it cancels the subscription
     */
    public static <T> Promise<Void> each(Flow.Publisher<? extends T> publisher, Consumer<? super T> handler) {
        Objects.requireNonNull(handler, "handler");
        Channel<T> between = Channels.<T>buffered(AHEAD).named("flow");
        Promise<Void> sent = into(publisher, between, AHEAD); // first: the publisher may throw
        Promise<Void> end = between.each(handler);
        new Observer<Void>() { // its actor may have stopped, so not in its turns
            @Override
            protected void onValue(@Nullable Void nothing) {
                stop();
            }

            @Override
            protected void onFailure(Throwable cause) {
                stop();
            }

            private void stop() {
                between.close();
                sent.cancel();
            }
        }.observe(end);
        return end;
    }
}
