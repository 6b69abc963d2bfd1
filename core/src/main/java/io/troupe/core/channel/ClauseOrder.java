// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a {@link Select} chooses among clauses that are ready. Its methods begin a select with the first clause. */
public final class ClauseOrder {
    private final boolean fair;

    ClauseOrder(boolean fair) {
        this.fair = fair;
    }

    /**
     * Begins a select with a clause that receives; see {@link Select#receive}.
     *
     * @param <T> type of the elements
     * @param <R> type of the result of the select
     * @param from where the element comes from
     * @param result makes the result of the element
     * @return a new select
     */
    public <T, R> Select<R> receive(Receiver<T> from, Function<? super T, ? extends R> result) {
        return new Select<R>(fair).receive(from, result);
    }

    /**
     * Begins a select with a clause that sends; see {@link Select#send}.
     *
     * @param <T> type of the elements
     * @param <R> type of the result of the select
     * @param to where the element goes to
     * @param element sent if this clause is chosen
     * @param result makes the result
     * @return a new select
     */
    public <T, R> Select<R> send(Sender<T> to, T element, Supplier<? extends R> result) {
        return new Select<R>(fair).send(to, element, result);
    }

    /**
     * See {@link Select#sendEach}.
     *
     * @param <T> type of the elements
     * @param <R> type of the result
     * @param to where the elements go to
     * @param elements gives the next element
     * @param result runs behind each element
     * @return a new select
     */
    public <T, R> Select<R> sendEach(
            Sender<T> to, Supplier<? extends @Nullable T> elements, Supplier<? extends R> result) {
        return new Select<R>(fair).sendEach(to, elements, result);
    }
}
