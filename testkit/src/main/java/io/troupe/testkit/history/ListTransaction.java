// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on lists that have names, their keys: it appends elements and reads whole lists, in this order. A
 * single append or read is a transaction, too. The result of a transaction is a list with one entry per access: what
 * a read has returned, and null for an append. {@link AppendConsistency} checks histories of them. Immutable.
 *
 * <pre>{@code
 * ListTransaction.of(read("x"), append("y", 1))   // result: [[], null]
 * }</pre>
 *
 * @param accesses in the order in which the transaction does them, at least one
 */
public record ListTransaction(List<Access> accesses) {
    /**
     * Copies the list.
     *
     * @param accesses at least one
     * @throws IllegalArgumentException if it is empty
     */
    public ListTransaction {
        accesses = List.copyOf(accesses);
        if (accesses.isEmpty()) {
            throw new IllegalArgumentException("a transaction must access a list: accesses=0");
        }
    }

    /**
     * One access to one list.
     *
     * @param key of the list
     * @param element what to append; no two appends of a history to one list have equal ones. Null reads the list
     */
    public record Access(String key, @Nullable Object element) {
        /**
         * Checks the key.
         *
         * @param key not null
         * @param element null reads the list
         */
        public Access {
            Objects.requireNonNull(key, "key");
        }

        /** {@return whether the list is read} */
        public boolean isRead() {
            return element == null;
        }

        /** {@return {@code read x}, or {@code append x 1}} */
        @Override
        public String toString() {
            return element == null ? "read " + key : "append " + key + " " + element;
        }
    }

    /**
     * A transaction.
     *
     * @param accesses in order
     * @return the transaction
     * @throws IllegalArgumentException if there are none
     */
    public static ListTransaction of(Access... accesses) {
        return new ListTransaction(List.of(accesses));
    }

    /**
     * An access that appends.
     *
     * @param key of the list
     * @param element no two appends of a history to one list have equal ones
     * @return the access
     */
    public static Access append(String key, Object element) {
        return new Access(key, Objects.requireNonNull(element, "element"));
    }

    /**
     * An access that reads the whole list.
     *
     * @param key of the list
     * @return the access
     */
    public static Access read(String key) {
        return new Access(key, null);
    }

    /** {@return the accesses, with commas} */
    @Override
    public String toString() {
        return accesses.stream().map(Access::toString).collect(Collectors.joining(", "));
    }

    /** {@return the accesses with what they got, as in {@code append x 1, read y → [2]}} */
    String textWith(@Nullable Object result) {
        List<?> results = result instanceof List<?> list && list.size() == accesses.size() ? list : List.of();
        return IntStream.range(0, accesses.size())
                .mapToObj(i -> accesses.get(i)
                        + (accesses.get(i).isRead() && !results.isEmpty() ? " → " + results.get(i) : ""))
                .collect(Collectors.joining(", "));
    }

    List<Object> toLists() {
        return accesses.stream()
                .<Object>map(access -> access.element() == null
                        ? List.of("read", access.key())
                        : List.of("append", access.key(), access.element()))
                .toList();
    }

    static ListTransaction ofLists(Object json) {
        List<Access> accesses = new ArrayList<>();
        if (json instanceof List<?> list) {
            for (Object each : list) {
                accesses.add(accessOf(each));
            }
        }
        return new ListTransaction(accesses);
    }

    private static Access accessOf(@Nullable Object json) {
        if (json instanceof List<?> list && list.size() >= 2 && list.get(1) instanceof String key) {
            if (list.size() == 2 && "read".equals(list.get(0))) {
                return read(key);
            }
            if (list.size() == 3 && "append".equals(list.get(0)) && list.get(2) != null) {
                return append(key, list.get(2));
            }
        }
        throw new IllegalArgumentException(
                "an access must be a list of append, key and element, or of read and key: access=" + json);
    }
}
