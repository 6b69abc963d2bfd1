// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

/** When a task of the shutdown runs. */
public enum ShutdownPhase {
    /** While all actors still work: stop accepting, drain, say goodbye. */
    BEFORE_ACTORS,
    /** When all actors have ended: release what they used. */
    AFTER_ACTORS
}
