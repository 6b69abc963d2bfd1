// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.store.StateKey;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The keys of one class whose actors have an object in this process. Any thread. */
final class LiveKeys {
    private final String type;

    /** Guarded by this. */
    private final Set<String> live = new HashSet<>();

    LiveKeys(String type) {
        this.type = type;
    }

    /** An object is made. */
    synchronized void begin(String key) {
        live.add(key);
    }

    /** There is none any more. */
    synchronized void left(String key) {
        if (live.remove(key)) {
            notifyAll();
        }
    }

    /** Those of some shards. */
    synchronized List<String> in(BitSet shards) {
        return live.stream()
                .filter(key -> shards.get(new StateKey(type, key).shard()))
                .toList();
    }

    /**
     * Waits until the actor of a key has no object.
     *
     * @param end of waiting, as of {@link System#nanoTime}
     * @return whether that has come about
     */
    synchronized boolean awaitQuiet(String key, long end) throws InterruptedException {
        while (live.contains(key)) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }
}
