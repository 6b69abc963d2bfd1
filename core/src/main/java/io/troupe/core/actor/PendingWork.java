// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/**
 * Work that an actor has begun and not finished. Tests check that none is left over; operators see what a system that
 * is stuck waits for.
 *
 * @param kind what it is
 * @param actor address of the actor
 * @param what the method that was called, or the message that waits
 */
public record PendingWork(Kind kind, String actor, String what) {
    /** Kinds of pending work. */
    public enum Kind {
        /** The method of an ask has returned a promise that has not settled. */
        UNSETTLED_ASK,
        /** A message was put aside by stash and not put back. */
        STASHED_MESSAGE,
        /** A message waits in its sender for room at its target. */
        HELD_SEND
    }
}
