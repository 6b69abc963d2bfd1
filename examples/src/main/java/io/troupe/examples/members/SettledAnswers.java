// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.members;

import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Answers of many actors, some of which may just be moving. */
public final class SettledAnswers {
    private SettledAnswers() {}

    /**
     * All values, or the first failure, when all have settled. {@link Promise#all(List)} fails at once, and who asks again then
     * would call actors that have not answered yet.
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
