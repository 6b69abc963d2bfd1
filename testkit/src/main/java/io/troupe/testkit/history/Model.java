// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How an object behaves if its operations come one at a time: what checks of order compare a history with. States are
 * values that do not change, compared by {@code equals} and {@code hashCode}. A model has no memory of its own; one
 * thread at a time calls it, any number of times, in any order.
 *
 * @param <S> type of a state; null is no state
 * @param <O> type of the operations
 * @param <R> type of their results
 */
public interface Model<S, O, R> {
    /** {@return the state of an object before its first operation} */
    S initial();

    /**
     * Applies an operation.
     *
     * @param state the object's state before it
     * @param call the operation
     * @param response what its client got. If that is not known, the operation happens all the same; of several
     *     possible next states the model must not choose one, but have a state that stands for them all
     * @return the state after it; null if the object would not answer like that
     */
    @Nullable
    S step(S state, O call, Response<? extends R> response);

    /**
     * The object that an operation is done to. Operations with different keys have nothing to do with each other,
     * which makes a check faster by far: each object is checked alone.
     *
     * @param call the operation
     * @return its key, compared by equals; the default has one object for all operations
     */
    default Object key(O call) {
        return "";
    }

    /**
     * Whether an operation never changes a state, whatever the state is. That makes a check faster: an operation that
     * changes nothing and may answer what it did is put into its place at once.
     *
     * @param call the operation
     * @return false by default, which is always right
     */
    default boolean readsOnly(O call) {
        return false;
    }

    /**
     * Where operations probably have their places: a search tries those with smaller numbers first, among those that may
     * come next. What it finds does not depend on that, but how soon it finds it.
     *
     * @param operations all operations on one object, in order of beginning, without those that have failed
     * @return a number per operation; by default in order of beginning
     */
    default ToLongFunction<Operation<O>> likelyOrder(List<Operation<O>> operations) {
        return Operation::invoked;
    }

    /** {@return registers, null at first: {@link Op#read}, {@link Op#write}, {@link Op#compareAndSet}} */
    static Model<?, Op, Object> registers() {
        return new Models.Registers(null);
    }

    /**
     * Registers with a value at first: {@link Op#read}, {@link Op#write}, {@link Op#compareAndSet}.
     *
     * @param initial value of each register before it is written
     * @return the model
     */
    static Model<?, Op, Object> registers(@Nullable Object initial) {
        return new Models.Registers(initial);
    }

    /** {@return first-in first-out queues without a bound, empty at first: {@link Op#enqueue}, {@link Op#dequeue}} */
    static Model<?, Op, Object> queues() {
        return new Models.Queues();
    }

    /** {@return locks, free at first: {@link Op#acquire}, {@link Op#release}} */
    static Model<?, Op, Object> locks() {
        return new Models.Locks();
    }

    /** {@return sets, empty at first: {@link Op#add}, {@link Op#remove}, {@link Op#contains}, {@link Op#read}} */
    static Model<?, Op, Object> sets() {
        return new Models.Sets();
    }

    /** {@return counters, 0 at first: {@link Op#increment}, {@link Op#read}} */
    static Model<?, Op, Object> counters() {
        return new Models.Counters();
    }
}
