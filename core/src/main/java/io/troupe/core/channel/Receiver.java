// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The end of a {@link Channel} that gives elements out, or what {@link #map} and its like make of such ends. Any thread may
 * call any method; only {@link #take} blocks. Several receivers compete: each element goes to one of them.
 *
 * @param <T> type of the elements; never null
 */
public sealed interface Receiver<T> permits Channel, ReceiverView {
    /**
     * Receives the next element. Never waits. Cancelling the promise or letting its deadline pass withdraws it, unless an
     * element has been given to it by then. An element given to an actor that ends before its continuation runs is
     * undelivered, see {@link Channel#undelivered}.
     *
     * @return fails with {@link io.troupe.core.error.ChannelClosedException} after the last element
     */
    Promise<T> receive();

    /** {@return the next element if there is one now; null if there is none, or no more} */
    @Nullable
    T tryReceive();

    /**
     * Receives the next element and blocks the calling thread until there is one. For threads outside of actors and for
     * actors on virtual threads.
     *
     * @return the element
     * @throws io.troupe.core.error.ChannelClosedException after the last element
     * @throws io.troupe.core.error.WaitRefusedException in the turn of an actor that must not block, or in the thread that runs
     *     a simulation in which nothing happens that would end the wait
     * @throws java.util.concurrent.CancellationException if the thread is interrupted; nothing was received
     */
    T take();

    /**
     * The same as {@link #take()} with a limit.
     *
     * @param limit more than zero, in real time
     * @return the element
     * @throws io.troupe.core.error.CallTimeoutException if it takes longer; nothing was received
     * @throws io.troupe.core.error.ChannelClosedException after the last element
     * @throws io.troupe.core.error.WaitRefusedException in the turn of an actor that must not block, or in the thread that runs
     *     a simulation in which nothing happens that would end the wait
     * @throws java.util.concurrent.CancellationException if the thread is interrupted; nothing was received
     * @throws IllegalArgumentException if the limit is not more than zero
     */
    T take(Duration limit);

    /**
     * Receives all elements from now on, one after the other, in turns of the calling actor; outside of actors on threads of
     * the library, one at a time. A turn takes what is there, and lets others have their turns after a while. If the handler
     * throws, nothing more is received and the actor has failed.
     *
     * @param handler runs once per element
     * @return fulfilled after the last element; fails with the cause given to {@link Sender#fail}, with what the handler
     *     threw, or when the actor stops or restarts. Cancelling it ends the receiving
     */
    Promise<Void> each(Consumer<? super T> handler);

    /**
     * Receives all elements from now on, and starts asynchronous work for each, in turns of the calling actor. The work
     * starts in the order of the elements. The next element is received when less than the given number is under way.
     *
     * @param most most pieces of work under way at a time, at least 1
     * @param handler starts the work; null in place of a promise counts as done
     * @return fulfilled after the last element when all work is done; fails like that of {@link #each(Consumer)}, and with the
     *     first failure of the work, after which nothing more is received
     * @throws IllegalArgumentException if most is less than 1
     */
    Promise<Void> each(int most, Function<? super T, ? extends @Nullable Promise<?>> handler);

    /**
     * Makes a receiver of mapped elements. The mapping runs in the turns or on the thread of whoever receives.
     *
     * @param <U> type of the mapped elements
     * @param mapping must not return null
     * @return another view of this receiver, without a queue of its own
     */
    <U> Receiver<U> map(Function<? super T, ? extends U> mapping);

    /**
     * Makes a receiver of some of the elements. It receives and drops the others.
     *
     * @param condition runs in the turns or on the thread of whoever receives
     * @return another view of this receiver, without a queue of its own
     */
    Receiver<T> filter(Predicate<? super T> condition);

    /**
     * Makes a receiver of the elements of both, by chance if both have some. It ends when both have ended.
     *
     * @param other another receiver, not of the same channel
     * @return a view of both receivers, without a queue of its own
     * @throws IllegalArgumentException if both receive from one channel
     */
    Receiver<T> merge(Receiver<? extends T> other);

    /**
     * Makes a receiver of lists: up to a number of elements, or fewer when a time has passed since the first of them. Works
     * in turns of the calling actor and ends with it; outside of actors on threads of the library, until this receiver has ended,
     * also if nobody uses the lists. It receives ahead by one list.
     *
     * @param most most elements of a list, at least 1
     * @param time more than zero, by the clock of the actor's system
     * @return a receiver of lists that are never empty
     * @throws IllegalArgumentException if a bound is too small
     */
    Receiver<List<T>> batch(int most, Duration time);

    /**
     * Makes a receiver of pairs: the first element with the first of the other receiver, and so on. Works in turns of the
     * calling actor and ends with it; outside of actors on threads of the library, also if nobody uses the pairs. It receives
     * ahead by one pair, and ends when one of the two has ended. An element whose partner never comes is the oldest of its
     * channel again.
     *
     * @param <U> type of the other elements
     * @param <V> type of the combined elements
     * @param other another receiver
     * @param combination must not return null
     * @return a receiver of the combined elements
     */
    <U, V> Receiver<V> zip(Receiver<U> other, BiFunction<? super T, ? super U, ? extends V> combination);
}
