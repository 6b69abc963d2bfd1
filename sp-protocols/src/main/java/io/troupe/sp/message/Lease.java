// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import org.jspecify.annotations.Nullable;

/** Where one message was taken, and where it was released. Knows not the message, so that it can outlive it. */
final class Lease implements Runnable {
    private final Leaks leaks;
    private final Throwable taken;
    private volatile @Nullable Throwable released;

    Lease(Leaks leaks, int size) {
        this.leaks = leaks;
        this.taken = new Throwable("a message was taken here: size=" + size);
    }

    /** Where it was taken. */
    Throwable taken() {
        return taken;
    }

    /** Where it was released; null: not yet. */
    @Nullable
    Throwable released() {
        return released;
    }

    /** The last holder has released it. */
    void end() {
        released = new Throwable("the message was released first here", taken);
        leaks.ended(this);
    }

    /** The message cannot be reached any more. */
    @Override
    public void run() {
        if (released == null) {
            leaks.lost(this);
        }
    }
}
