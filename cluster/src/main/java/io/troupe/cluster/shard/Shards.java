// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.shard;

/** The shards of a cluster: what members claim and give instead of single keys. */
public final class Shards {
    /** Number of shards: fixed when a schema is made. */
    public static final int COUNT = 4096;

    private Shards() {}

    /**
     * The shard that an actor belongs to; part of the stored format.
     *
     * @param type stable name of its class
     * @param key of the actor
     * @return from 0 to {@link #COUNT} - 1
     */
    public static int of(String type, String key) {
        // FNV-1a, with a last mix as its upper bits are weak.
        long hash = add(add(0xCBF29CE484222325L, type), key);
        hash ^= hash >>> 32;
        return (int) ((hash * 0x9E3779B97F4A7C15L) >>> 52);
    }

    private static long add(long before, String part) {
        long hash = before;
        for (int i = 0; i < part.length(); i++) {
            hash = (hash ^ part.charAt(i)) * 0x100000001B3L;
        }
        return (hash ^ 0xFFFF) * 0x100000001B3L;
    }
}
