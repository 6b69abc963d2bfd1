// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.promise.Promise;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How asks are answered, by the name of their method. Set by the test, read in the probe's turns. */
final class Answers {
    private final Map<String, Function<? super RecordedCall, ? extends @Nullable Object>> byMethod =
            new ConcurrentHashMap<>();

    Answers() {}

    void put(String method, Function<? super RecordedCall, ? extends @Nullable Object> function) {
        byMethod.put(method, function);
    }

    @Nullable
    Function<? super RecordedCall, ? extends @Nullable Object> of(String method) {
        return byMethod.get(method);
    }

    static Promise<?> promiseOf(@Nullable Object valueOrPromise) {
        return valueOrPromise instanceof Promise<?> promise ? promise : Promise.of(valueOrPromise);
    }
}
