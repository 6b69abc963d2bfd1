// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

/** Why the balancer of an adaptive dispatcher has decided something. */
public enum DecisionReason {
    /** A worker has more to do than it can. */
    OVERLOAD,
    /** Workers are loaded unevenly. */
    IMBALANCE,
    /** Cells that talk to each other come together. */
    LOCALITY,
    /** The user's demands are not met. */
    PLACEMENT,
    /** Cells wait behind a message that does not end, and no worker that runs has nothing to do. */
    WAITING,
    /** There is less to do than the workers can. */
    UNDERLOAD,
    /** To find out whether one worker fewer gets more done; or the outcome of that. */
    TRIAL
}
