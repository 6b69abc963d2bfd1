// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/**
 * Work that an actor has begun and not finished. Tests use it to check that nothing is left over; operators use it to see
 * what a stuck system waits for.
 *
 * @param kind why the work is pending
 * @param actor address of the actor
 * @param what class and signature of the method that was called or stashed, as in {@code Counter.add(int)}; for held sends
 *     a text with their number
 */
public record PendingWork(Kind kind, String actor, String what) {
    /** A reason why work is pending. */
    public enum Kind {
        /** The method of an ask has returned a promise that has not settled. */
        UNSETTLED_ASK,
        /** A message was stashed and not put back. */
        STASHED_MESSAGE,
        /** Messages wait in their sender for room at their targets. */
        HELD_SEND
    }
}
