// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.support;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers buffers that were lost; Netty makes it because of a system property, see the pom. */
public final class LeakRecorder<T> extends ResourceLeakDetector<T> {
    private static final List<String> LEAKS = new CopyOnWriteArrayList<>();

    /** Called by Netty. */
    public LeakRecorder(Class<?> type, int interval) {
        super(type, interval);
    }

    /** Called by Netty, which asks for it though it never uses it. */
    public LeakRecorder(Class<?> type, int interval, long maxActive) {
        super(type, interval);
    }

    @Override
    protected void reportTracedLeak(String type, String records) {
        LEAKS.add(type + records);
    }

    @Override
    protected void reportUntracedLeak(String type) {
        LEAKS.add(type);
    }

    /** What was lost so far. Looks after a collection, as only that shows losses. */
    public static List<String> leaks() {
        System.gc();
        for (int i = 0; i < 10; i++) {
            ByteBufAllocator.DEFAULT.buffer(16).release(); // makes Netty look
        }
        return List.copyOf(LEAKS);
    }
}
