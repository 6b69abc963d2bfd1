// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import io.troupe.cluster.shard.Shards;
import io.troupe.core.message.TextRule;
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

    /**
     * Checks a name that becomes a part of a row. Databases have no halves of surrogate pairs, and would take several names for
     * one.
     *
     * @param what it names
     * @param text the name
     * @throws IllegalArgumentException if it is empty, too long, or has control characters or half a surrogate pair
     */
    public static void check(String what, String text) {
        TextRule.check(what, text, 1, LONGEST);
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
