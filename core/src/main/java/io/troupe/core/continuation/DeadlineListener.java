// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import org.jspecify.annotations.Nullable;

/** Releases the deadline of a promise that has no field for it. */
final class DeadlineListener extends SettleListener {
    private final Deadline deadline;

    DeadlineListener(Deadline deadline) {
        this.deadline = deadline;
    }

    @Override
    @Nullable
    SettleListener onSettled(Object outcome) {
        deadline.release();
        return null;
    }

    @Override
    boolean hears() {
        return false;
    }
}
