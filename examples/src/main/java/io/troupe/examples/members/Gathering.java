// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.members;

import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Answers of many actors, some of which may just be moving. */
public final class Gathering {
    private Gathering() {}

    /**
     * All values, or the first failure, when all have settled. {@link Promise#all(List)} would not wait for those after the first failure,
     * and nobody would hear of theirs.
     *
     * @param <T> type of the values
     * @param answers any number
     * @return the values in their order
     */
    public static <T> Promise<List<T>> of(List<Promise<T>> answers) {
        return Promise.<T>allSettled(answers).flatMap(all -> all.stream()
                .map(Settled::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .map(Promise::<List<T>>failed)
                .orElseGet(() -> Promise.of(values(all))));
    }

    private static <T> List<T> values(List<Settled<T>> all) {
        List<T> values = new ArrayList<>(all.size());
        all.forEach(each -> values.add(each.value()));
        return values;
    }
}
