// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import java.util.function.Supplier;

/** Marks threads while they run what must not wait, because they serve other sockets, too: code of users, and the end of a device. */
final class MustNotWait {
    private static final ThreadLocal<MustNotWait> OF_THREAD = ThreadLocal.withInitial(MustNotWait::new);

    private int depth;

    private MustNotWait() {}

    /** Whether the calling thread is marked. */
    static boolean now() {
        return OF_THREAD.get().depth > 0;
    }

    /** Calls it on this thread, marked; what it throws is the caller's. */
    static <T> T call(Supplier<T> task) {
        MustNotWait own = OF_THREAD.get();
        own.depth++;
        try {
            return task.get();
        } finally {
            own.depth--;
        }
    }

    /** The same for what has no result. */
    static void run(Runnable task) {
        call(() -> {
            task.run();
            return true;
        });
    }
}
