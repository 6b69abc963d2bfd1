// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.lang.reflect.Method;

/** What the calling thread has allocated. By reflection: the module under test does not read the management modules. */
public final class AllocatedBytes {
    private static final Object THREADS;
    private static final Method COUNT;

    static {
        try {
            THREADS = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            COUNT = Class.forName("com.sun.management.ThreadMXBean").getMethod("getCurrentThreadAllocatedBytes");
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private AllocatedBytes() {}

    /** So far. */
    public static long now() {
        try {
            return (Long) COUNT.invoke(THREADS);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
