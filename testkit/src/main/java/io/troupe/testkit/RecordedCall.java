// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.Call;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call that a {@link Probe} has received: look at its arguments, and answer it if it is an ask. The arguments are the objects
 * themselves, not copies. Any thread.
 */
public final class RecordedCall {
    private final Call message;
    private final @Nullable Object[] arguments;

    /** What the caller's promise settles like; null for a tell. */
    private final @Nullable CompletablePromise<Object> result;

    private final AtomicBoolean answered = new AtomicBoolean();

    RecordedCall(Call message, @Nullable CompletablePromise<Object> result) {
        this.message = message;
        this.result = result;
        this.arguments = message.arguments();
    }

    /** {@return the name of the method} */
    public String method() {
        return message.method().name();
    }

    /** {@return the method with its types} */
    public MethodInfo info() {
        return message.method();
    }

    /** {@return the arguments in order, primitives boxed; not to be changed} */
    public List<@Nullable Object> arguments() {
        return Collections.unmodifiableList(Arrays.asList(arguments));
    }

    /**
     * One argument, for further checks.
     *
     * @param <A> type of the argument
     * @param index from 0
     * @param argumentType class of the argument; for a primitive its boxed class
     * @return the argument
     * @throws ClassCastException if the argument is of another class
     * @throws NullPointerException if the argument is null
     * @throws IndexOutOfBoundsException if there are fewer arguments
     */
    public <A> A argument(int index, Class<A> argumentType) {
        return argumentType.cast(Objects.requireNonNull(arguments[index], "argument"));
    }

    /** {@return whether the call is an ask, whose caller got a promise} */
    public boolean isAsk() {
        return result != null;
    }

    /**
     * Answers the ask. If the caller has given up meanwhile, the answer is late and lost.
     *
     * @param valueOrPromise the value, which may be null, or a promise that decides the answer when it settles
     * @throws IllegalStateException if the call is no ask, or has its answer
     * @throws IllegalArgumentException if the value is not of the class that the method promises
     */
    public void answer(@Nullable Object valueOrPromise) {
        if (result == null) {
            throw new IllegalStateException("only an ask can be answered: call=" + this);
        }
        AnswerTypes.check(List.of(info()), valueOrPromise);
        if (!answered.compareAndSet(false, true)) {
            throw new IllegalStateException("an ask must be answered once: call=" + this);
        }
        result.completeLike(Answers.promiseOf(valueOrPromise));
    }

    /**
     * Fails the ask. If the caller has given up meanwhile, the failure is late and lost.
     *
     * @param cause with which the caller's promise fails
     * @throws IllegalStateException if the call is no ask, or has its answer
     */
    public void fail(Throwable cause) {
        answer(Promise.failed(cause));
    }

    boolean is(String method, @Nullable Object[] expected) {
        return method().equals(method) && Arrays.deepEquals(arguments, expected);
    }

    static String text(String method, @Nullable Object[] arguments) {
        return method + Stream.of(arguments).map(RecordedCall::text).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String text(@Nullable Object argument) {
        if (argument instanceof String text) {
            return '"' + text + '"';
        }
        String inArray = Arrays.deepToString(new Object[] {argument});
        return inArray.substring(1, inArray.length() - 1);
    }

    /** {@return method and arguments, as in {@code add(2, "two")}} */
    @Override
    public String toString() {
        return text(method(), arguments);
    }
}
