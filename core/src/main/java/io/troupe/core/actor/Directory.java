// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.promise.Promise;

/**
 * Actors found by their key. An actor of a directory needs no spawning and has no end: its first call makes the object
 * (the actor is <em>activated</em>), and when it has been idle for a time the object is dropped (it is
 * <em>passivated</em>). A reference stays valid over that: the next call makes a new object. A key that is passive costs
 * nothing unless somebody holds its reference. All methods may be called by any thread.
 *
 * <pre>{@code
 * Directory<Account> accounts = system.directory(Account.class, Account::new);
 * accounts.get("4711").deposit(5);
 * }</pre>
 *
 * <p>Of each key at most one object exists at any time, and one after the other. Calls of one caller to one key are
 * executed in their order, and each once, whichever object executes them. A call that arrives while the actor is passivated or
 * stopped waits for the next object. Timers end with the object and do not keep it; answers that it owes, stashed messages, serial
 * sections and promises that messages wait for do keep it. Continuations of asks that the actor has sent do not: an actor
 * that must not lose them returns their promise, or waits for it by {@link ActorContext#holdUntil}.
 *
 * <p>Stopping an actor of a directory, from inside or outside, ends its object after the present message; the next call
 * makes another one. If it stops itself before it takes calls, those that wait fail, as if it could not be made. Watches tell
 * ends by stopping and by failing, but not passivation, which nobody sees from outside.
 *
 * @param <A> type of the references
 */
public interface Directory<A> {
    /** The longest key, in characters. */
    int LONGEST_KEY = 512;

    /**
     * The reference to the actor of a key. Never waits and runs no code of the actor; two references to one key are equal.
     *
     * @param key 1 to {@value #LONGEST_KEY} characters, any but control characters and halves of surrogate pairs
     * @return the reference, which takes calls at once
     * @throws IllegalArgumentException if the key breaks that rule
     * @throws io.troupe.core.error.SpawnRefusedException if the directory or its system is closing
     */
    A get(String key);

    /** {@return the name of the directory: the part of its actors' addresses before the key} */
    String name();

    /** {@return the type of the references} */
    Class<A> type();

    /** {@return a snapshot of the counters; racy while actors run} */
    DirectoryStats stats();

    /**
     * Ends the directory: its actors end after their present message, calls that wait or come later fail, tells become dead
     * letters. The name is free again when the promise has settled. A second call changes nothing.
     *
     * @return fulfilled when all actors have ended
     */
    Promise<Void> stop();
}
