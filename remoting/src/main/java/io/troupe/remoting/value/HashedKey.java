// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key of a hash map that is compared by its digest first: so a hash map can order keys whose hash codes are equal, and compares
 * two keys as a whole only if they are equal, whoever chose them.
 */
final class HashedKey implements Comparable<HashedKey> {
    private final @Nullable Object value;
    private final int hash;
    private boolean digested;
    private long digest;

    /** How many keys it was compared with that have its digest and are not equal to it. */
    private int alike;

    HashedKey(@Nullable Object value) {
        this.value = value;
        this.hash = Objects.hashCode(value);
    }

    @Nullable
    Object value() {
        return value;
    }

    int alike() {
        return alike;
    }

    /** Whether there was another key with its hash code. */
    boolean isDigested() {
        return digested;
    }

    private long digest() {
        if (!digested) {
            digest = SipHash.of(value);
            digested = true;
        }
        return digest;
    }

    @Override
    public int compareTo(HashedKey other) {
        return Long.compare(digest(), other.digest());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof HashedKey that) || hash != that.hash) {
            return false;
        }
        if (value == that.value) {
            return true;
        }
        if (digest() != that.digest()) {
            return false;
        }
        boolean equal = Objects.equals(value, that.value);
        if (!equal) {
            alike++;
        }
        return equal;
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
