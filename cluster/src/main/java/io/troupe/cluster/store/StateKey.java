// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import io.troupe.cluster.shard.Shards;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whose state it is.
 *
 * @param type stable name of the class of the actor
 * @param key of the actor
 */
public record StateKey(String type, String key) {
    /** Number of shards: fixed when a schema is made. */
    public static final int SHARDS = Shards.COUNT;

    /** Longest type and key, in characters. */
    public static final int LONGEST = 512;

    /**
     * Checks both: strangers may have chosen them.
     *
     * @throws IllegalArgumentException if one is empty, too long, or has control characters or half a surrogate pair
     */
    public StateKey {
        check("type", type);
        check("key", key);
    }

    private static void check(String what, String text) {
        Objects.requireNonNull(text, what);
        if (text.isEmpty() || text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + LONGEST + " characters: length=" + text.length());
        }
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (Character.isISOControl(each)) {
                throw new IllegalArgumentException(
                        what + " must not have control characters: index=" + i + ", code=" + (int) each);
            }
            if (Character.isHighSurrogate(each)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(each)) {
                throw new IllegalArgumentException(what + " must not have half a surrogate pair: index=" + i);
            }
        }
    }

    /** The shard that it belongs to, from 0; part of the stored format. */
    public int shard() {
        return Shards.of(type, key);
    }

    /** Looked for with each call: keys differ sooner than types do. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StateKey that && key.equals(that.key) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + key.hashCode();
    }

    @Override
    public String toString() {
        return "type=" + type + ", key=" + key;
    }
}
