// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What an actor without stored state has of its cluster. The object finds it while it is made. Any thread.
 *
 * @param key of the actor
 * @param tenure whether this process may serve it now
 */
public record VirtualHandle(String key, BooleanSupplier tenure) {
    /** For the object that the calling thread makes. */
    private static final ThreadLocal<@Nullable VirtualHandle> CURRENT = new ThreadLocal<>();

    /** Makes an object that finds this. */
    public <T> T make(StateHandle.Making<T> factory) throws Exception {
        VirtualHandle outer = CURRENT.get();
        CURRENT.set(this);
        try {
            return factory.make();
        } finally {
            CURRENT.set(outer);
        }
    }

    /** That of the object that the calling thread makes; null if nobody makes one for a cluster. */
    public static @Nullable VirtualHandle claim() {
        return CURRENT.get();
    }

    /** Whether the process may serve the actor now. */
    public boolean isServed() {
        return tenure.getAsBoolean();
    }
}
