// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

/** The reason of a {@link Decision}. */
public enum DecisionReason {
    /** A worker has more work than it can do. */
    OVERLOAD,
    /** Workers are loaded unevenly. */
    IMBALANCE,
    /** Cells that talk to each other come together. */
    LOCALITY,
    /** The user's demands are not met. */
    PLACEMENT,
    /** Cells wait behind a message that does not end, and no worker that runs has nothing to do. */
    WAITING,
    /** There is less work than the workers can do. */
    UNDERLOAD,
    /** A trial finds out whether one worker fewer gets more done; its beginning and its outcome have this reason. */
    TRIAL
}
