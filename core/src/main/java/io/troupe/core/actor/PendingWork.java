// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/**
 * Something that an actor has begun and not finished: for tests that check that nothing is left over, and for looking at a
 * system that does not get on.
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
