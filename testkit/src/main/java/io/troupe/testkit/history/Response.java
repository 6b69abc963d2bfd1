// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client got from an operation, as a {@link Model} sees it: a value, or nothing at all if the outcome is not
 * known. Immutable.
 *
 * @param isKnown false if the client does not know whether the operation happened
 * @param value the result; null if not known, and may be null otherwise
 * @param <R> type of the result
 */
public record Response<R>(boolean isKnown, @Nullable R value) {
    /**
     * Whether the client may have got this.
     *
     * @param expected what the modelled object would answer
     * @return true if the value is equal to that, whole numbers by their amount, or if it is not known
     */
    public boolean allows(@Nullable Object expected) {
        return !isKnown || isSame(value, expected);
    }

    /**
     * Whether the client may have got this, or has no value for it.
     *
     * @param expected what the modelled object would answer
     * @return true if the value is equal to that, null, or not known
     */
    public boolean allowsOrIsNull(@Nullable Object expected) {
        return value == null || allows(expected);
    }

    /** {@return whether two values are equal, where whole numbers of different classes with the same amount are} */
    static boolean isSame(@Nullable Object left, @Nullable Object right) {
        return Objects.equals(plain(left), plain(right));
    }

    /** {@return the value, whole numbers as {@code Long}: logs do not tell them apart} */
    static @Nullable Object plain(@Nullable Object value) {
        return value instanceof Integer || value instanceof Short || value instanceof Byte
                ? Long.valueOf(((Number) value).longValue())
                : value;
    }
}
