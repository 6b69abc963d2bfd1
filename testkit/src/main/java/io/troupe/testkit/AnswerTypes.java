// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What asks promise, as far as it is known at run time: the class without its type arguments. */
final class AnswerTypes {
    private AnswerTypes() {}

    /**
     * Refuses a value that none of the methods promises. A promise that has not settled may have any.
     *
     * @param asks of one name, at least one
     * @param valueOrPromise the answer
     * @throws IllegalArgumentException if the value is of another class
     */
    static void check(List<MethodInfo> asks, @Nullable Object valueOrPromise) {
        Object value = valueOrPromise instanceof Promise<?> promise
                ? promise.result().map(Settled::value).orElse(null)
                : valueOrPromise;
        if (value != null && asks.stream().noneMatch(method -> promised(method).isInstance(value))) {
            throw new IllegalArgumentException("an answer must be of the type that the method promises: method="
                    + asks.get(0) + ", type=" + promised(asks.get(0)).getName() + ", answer="
                    + value.getClass().getName());
        }
    }

    /** The class of the values; that of all if it is not known. */
    private static Class<?> promised(MethodInfo method) {
        Type value = method.result() instanceof ParameterizedType promise
                ? promise.getActualTypeArguments()[0]
                : Object.class;
        Type raw = value instanceof ParameterizedType generic ? generic.getRawType() : value;
        return raw instanceof Class<?> known ? known : Object.class;
    }
}
