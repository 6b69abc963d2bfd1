// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An operation on an object that has a name, its key: what the models of {@link Model} understand. Operations for
 * models of one's own may have other actions, or be other types altogether. Immutable, if its arguments are.
 *
 * @param action what is done: {@code read}, {@code write}, {@code enqueue} …
 * @param key the object it is done to
 * @param arguments with which values; may contain null; not to be changed
 */
public record Op(String action, String key, List<@Nullable Object> arguments) {
    /**
     * Copies the arguments.
     *
     * @param action not null
     * @param key not null
     * @param arguments may contain null
     */
    public Op {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(key, "key");
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
    }

    /**
     * An operation of any kind.
     *
     * @param action what is done
     * @param key the object it is done to
     * @param arguments with which values
     * @return the operation
     */
    public static Op of(String action, String key, @Nullable Object... arguments) {
        List<@Nullable Object> list = new ArrayList<>();
        Collections.addAll(list, arguments);
        return new Op(action, key, list);
    }

    /**
     * Reads a register, a counter, or all members of a set.
     *
     * @param key of the object
     * @return the operation; its result is the value, null for a register never written, or a collection
     */
    public static Op read(String key) {
        return of("read", key);
    }

    /**
     * Writes a register.
     *
     * @param key of the register
     * @param value new value
     * @return the operation; its result does not matter
     */
    public static Op write(String key, @Nullable Object value) {
        return of("write", key, value);
    }

    /**
     * Writes a register if it has an expected value.
     *
     * @param key of the register
     * @param expected value to compare by equals
     * @param value new value
     * @return the operation; its result is a Boolean, whether it was written
     */
    public static Op compareAndSet(String key, @Nullable Object expected, @Nullable Object value) {
        return of("cas", key, expected, value);
    }

    /**
     * Puts an element at the end of a queue.
     *
     * @param key of the queue
     * @param element what to put
     * @return the operation; its result does not matter
     */
    public static Op enqueue(String key, @Nullable Object element) {
        return of("enqueue", key, element);
    }

    /**
     * Takes the element at the head of a queue.
     *
     * @param key of the queue
     * @return the operation; its result is the element, or null if the queue is empty
     */
    public static Op dequeue(String key) {
        return of("dequeue", key);
    }

    /**
     * Takes a lock that its owner gives back by {@link #release}. Nobody can take it twice.
     *
     * @param key of the lock
     * @param owner who takes it
     * @return the operation; its result is false if somebody has the lock, and anything else if it was taken
     */
    public static Op acquire(String key, Object owner) {
        return of("acquire", key, owner);
    }

    /**
     * Gives a lock back.
     *
     * @param key of the lock
     * @param owner who has taken it
     * @return the operation; its result is false if the owner did not have the lock, and anything else if it was
     *     given back
     */
    public static Op release(String key, Object owner) {
        return of("release", key, owner);
    }

    /**
     * Adds an element to a set.
     *
     * @param key of the set
     * @param element what to add
     * @return the operation; its result is a Boolean, whether the set has changed, or null if nobody says
     */
    public static Op add(String key, @Nullable Object element) {
        return of("add", key, element);
    }

    /**
     * Removes an element from a set.
     *
     * @param key of the set
     * @param element what to remove
     * @return the operation; its result is a Boolean, whether the set has changed, or null if nobody says
     */
    public static Op remove(String key, @Nullable Object element) {
        return of("remove", key, element);
    }

    /**
     * Asks a set for an element.
     *
     * @param key of the set
     * @param element what to look for
     * @return the operation; its result is a Boolean
     */
    public static Op contains(String key, @Nullable Object element) {
        return of("contains", key, element);
    }

    /**
     * Adds to a counter.
     *
     * @param key of the counter
     * @param amount what to add, may be negative
     * @return the operation; its result is the new value, or null if nobody says
     */
    public static Op increment(String key, long amount) {
        return of("increment", key, amount);
    }

    /**
     * One argument.
     *
     * @param index from 0
     * @return the argument
     * @throws IllegalArgumentException if there are fewer arguments
     */
    public @Nullable Object argument(int index) {
        if (index < 0 || index >= arguments.size()) {
            throw new IllegalArgumentException(
                    "an operation must have the arguments of its action: operation=" + this + ", index=" + index);
        }
        return arguments.get(index);
    }

    /** {@return action, key and arguments, as in {@code cas x 1 2}} */
    @Override
    public String toString() {
        return action + " " + key + arguments.stream().map(value -> " " + value).collect(Collectors.joining());
    }
}
