// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.promise.Promise;
import java.time.Duration;

/**
 * The end of a {@link Channel} that takes elements in. Any thread may call any method; only {@link #put} blocks.
 *
 * <p>An element that was sent has exactly one of three fates. Somebody receives it; or it is returned, which means that its
 * send fails; or it is undelivered, which means that the actor that it was given to ended before it saw the element. Elements
 * of one sender stay in order.
 *
 * @param <T> type of the elements; never null
 */
public sealed interface Sender<T> permits Channel {
    /**
     * Sends an element. Never waits. The promise is fulfilled when a receiver has the element or the buffer has room for it. The
     * buffer of a channel in another process has asked for up to 256 KiB ahead: then it is fulfilled when the link has the element.
     * Cancelling the promise or letting its deadline pass takes the element back, unless it has been taken by then.
     *
     * @param element an actor is replaced by its reference
     * @return fails with {@link io.troupe.core.error.ChannelClosedException} if the channel takes no more elements, and with {@link
     *     io.troupe.core.error.BackpressureException} if it would have to wait and all memory for queues is in use
     * @throws NullPointerException if the element is null
     */
    Promise<Void> send(T element);

    /**
     * Sends an element if that needs no waiting: if a receiver waits, or the buffer has room and nobody waits for it.
     *
     * @param element an actor is replaced by its reference
     * @return whether it was sent; false also if the channel takes no more elements
     * @throws NullPointerException if the element is null
     */
    boolean trySend(T element);

    /**
     * Sends an element and blocks the calling thread until a receiver has it or the buffer has room. For threads outside of
     * actors and for actors on virtual threads.
     *
     * @param element an actor is replaced by its reference
     * @throws io.troupe.core.error.ChannelClosedException if the channel takes no more elements
     * @throws io.troupe.core.error.WaitRefusedException in the turn of an actor that must not block, or in the thread that runs
     *     a simulation in which nothing happens that would end the wait
     * @throws java.util.concurrent.CancellationException if the thread is interrupted; the element was not sent
     * @throws NullPointerException if the element is null
     */
    void put(T element);

    /**
     * The same as {@link #put(Object)} with a limit.
     *
     * @param element an actor is replaced by its reference
     * @param limit more than zero, in real time
     * @throws io.troupe.core.error.CallTimeoutException if it takes longer; the element was not sent
     * @throws io.troupe.core.error.ChannelClosedException if the channel takes no more elements
     * @throws io.troupe.core.error.WaitRefusedException in the turn of an actor that must not block, or in the thread that runs
     *     a simulation in which nothing happens that would end the wait
     * @throws java.util.concurrent.CancellationException if the thread is interrupted; the element was not sent
     * @throws IllegalArgumentException if the limit is not more than zero
     * @throws NullPointerException if the element is null
     */
    void put(T element, Duration limit);

    /**
     * Ends the channel: it takes no more elements. What is in it can still be received, and senders that wait already stay;
     * then receivers get the end. Only the first end counts.
     */
    void close();

    /**
     * Ends the channel like {@link #close}, by a failure that receivers get after the last element.
     *
     * @param cause why
     */
    void fail(Throwable cause);

    /** {@return whether the channel takes no more elements} */
    boolean isClosed();
}
