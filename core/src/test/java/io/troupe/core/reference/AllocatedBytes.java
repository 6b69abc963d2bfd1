// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import java.lang.reflect.Method;

/** What the virtual machine counts. By reflection: the module under test does not read the management modules. */
final class AllocatedBytes {
    private static final Object THREADS = platformBean("getThreadMXBean");
    private static final Method BY_THREAD =
            method("com.sun.management.ThreadMXBean", "getThreadAllocatedBytes", long.class);

    private AllocatedBytes() {}

    /** Bytes per call that the calling thread allocates, rounded down. */
    static long perCall(int calls, Runnable call) {
        for (int i = 0; i < 1000; i++) {
            call.run();
        }
        long before = now();
        for (int i = 0; i < calls; i++) {
            call.run();
        }
        return (now() - before) / calls;
    }

    /** Whether references take 4 bytes, also those to classes. */
    static boolean hasCompressedReferences() {
        return isOn("UseCompressedOops") && isOn("UseCompressedClassPointers");
    }

    private static boolean isOn(String option) {
        try {
            Class<?> type = Class.forName("com.sun.management.HotSpotDiagnosticMXBean");
            Object bean = factory().getMethod("getPlatformMXBean", Class.class).invoke(null, type);
            Object value = type.getMethod("getVMOption", String.class).invoke(bean, option);
            Class<?> optionType = Class.forName("com.sun.management.VMOption");
            return "true".equals(optionType.getMethod("getValue").invoke(value));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static long now() {
        try {
            return (Long) BY_THREAD.invoke(THREADS, Thread.currentThread().getId());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static Object platformBean(String name) {
        try {
            return factory().getMethod(name).invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static Class<?> factory() throws ClassNotFoundException {
        return Class.forName("java.lang.management.ManagementFactory");
    }

    private static Method method(String type, String name, Class<?>... parameters) {
        try {
            return Class.forName(type).getMethod(name, parameters);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
