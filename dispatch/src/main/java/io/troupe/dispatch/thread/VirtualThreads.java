// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.thread;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Access to virtual threads from Java 17 byte code; present from Java 21 on. */
public final class VirtualThreads {
    private static final boolean AVAILABLE = Runtime.version().feature() >= 21;

    private VirtualThreads() {}

    /** Whether this JVM has them. */
    public static boolean areAvailable() {
        return AVAILABLE;
    }

    /**
     * A factory of virtual threads.
     *
     * @param namePrefix of the thread names; a number follows
     * @throws UnsupportedOperationException before Java 21
     */
    public static ThreadFactory factory(String namePrefix) {
        checkAvailable();
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            Object unnamed = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual))
                    .invoke();
            Object named = lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class, long.class))
                    .invoke(unnamed, namePrefix, 0L);
            return (ThreadFactory) lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class))
                    .invoke(named);
        } catch (Throwable e) {
            throw new IllegalStateException("virtual threads could not be set up: java=" + Runtime.version(), e);
        }
    }

    /**
     * An executor that starts a virtual thread for each task.
     *
     * @param namePrefix of the thread names; a number follows
     * @throws UnsupportedOperationException before Java 21
     */
    public static ExecutorService perTaskExecutor(String namePrefix) {
        ThreadFactory factory = factory(namePrefix);
        try {
            MethodHandle executor = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class, ThreadFactory.class));
            return (ExecutorService) executor.invoke(factory);
        } catch (Throwable e) {
            throw new IllegalStateException("virtual threads could not be set up: java=" + Runtime.version(), e);
        }
    }

    private static void checkAvailable() {
        if (!AVAILABLE) {
            throw new UnsupportedOperationException("virtual threads need Java 21 or later: java="
                    + Runtime.version().feature() + "; choose another dispatcher or run on a newer JDK");
        }
    }
}
