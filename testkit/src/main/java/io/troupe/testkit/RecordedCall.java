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

/** A call that a probe has received. Its arguments are the objects themselves, not copies. Any thread. */
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

    /** Name of the method. */
    public String method() {
        return message.method().name();
    }

    /** The method with its types. */
    public MethodInfo info() {
        return message.method();
    }

    /** The arguments, boxed. */
    public List<@Nullable Object> arguments() {
        return Collections.unmodifiableList(Arrays.asList(arguments));
    }

    /**
     * One argument.
     *
     * @param index from 0
     * @param argumentType what it is; of primitives the boxed class
     * @throws ClassCastException if it is something else
     * @throws NullPointerException if it is null
     */
    public <A> A argument(int index, Class<A> argumentType) {
        return argumentType.cast(Objects.requireNonNull(arguments[index], "argument"));
    }

    /** Whether the caller got a promise. */
    public boolean isAsk() {
        return result != null;
    }

    /**
     * Answers the ask. If the caller has given up meanwhile, the answer is late and lost.
     *
     * @param valueOrPromise the value, or a promise to settle like
     * @throws IllegalStateException if the call is no ask, or has its answer
     */
    public void answer(@Nullable Object valueOrPromise) {
        if (result == null) {
            throw new IllegalStateException("only an ask can be answered: call=" + this);
        }
        if (!answered.compareAndSet(false, true)) {
            throw new IllegalStateException("an ask must be answered once: call=" + this);
        }
        result.completeLike(Answers.promiseOf(valueOrPromise));
    }

    /**
     * Fails the ask. If the caller has given up meanwhile, the failure is late and lost.
     *
     * @param cause of the failure
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

    /** Method and arguments, as in {@code add(2, "two")}. */
    @Override
    public String toString() {
        return text(method(), arguments);
    }
}
