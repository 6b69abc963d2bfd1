// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import org.jspecify.annotations.Nullable;

/** Where one message was taken, and where its holder let go of it. Knows not the message, so that it can outlive it. */
final class LeakTrace implements Runnable {
    private final LeakDetector leaks;
    private final Throwable taken;
    private volatile @Nullable Throwable ended;

    /** @param taken where */
    LeakTrace(LeakDetector leaks, Throwable taken) {
        this.leaks = leaks;
        this.taken = taken;
    }

    /** Where it was taken. */
    Throwable taken() {
        return taken;
    }

    /** Where its holder let go of it; null: not yet. */
    @Nullable
    Throwable ended() {
        return ended;
    }

    /**
     * Its holder has let go of it.
     *
     * @param how for words: {@code "sent"}
     */
    void end(String how) {
        ended = new Throwable("the message was " + how + " first here", taken);
        leaks.ended(this);
    }

    /** The message cannot be reached any more. */
    @Override
    public void run() {
        if (ended == null) {
            leaks.lost(this);
        }
    }
}
