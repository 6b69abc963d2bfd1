// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import java.lang.reflect.Method;

/** What the calling thread has allocated; by reflection, as this module has no business with java.management. */
final class AllocatedBytes {
    private static final Object THREADS;
    private static final Method COUNT;

    static {
        try {
            THREADS = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            COUNT = Class.forName("com.sun.management.ThreadMXBean").getMethod("getCurrentThreadAllocatedBytes");
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private AllocatedBytes() {}

    /** Bytes, since the thread began. */
    static long now() {
        try {
            return (long) COUNT.invoke(THREADS);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the virtual machine counts what threads allocate", e);
        }
    }
}
