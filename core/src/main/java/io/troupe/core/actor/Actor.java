// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.continuation.ActorObject;
import io.troupe.core.continuation.DevelopmentChecks;
import io.troupe.core.message.Reference;
import io.troupe.core.message.RunningActor;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * The base class of actors. A public method that returns nothing is a tell, a public method that returns a promise is
 * an ask. Called on a reference both become messages; called on {@code this} they are plain calls. Everything in an
 * actor runs one thread at a time, in the actor's turns, so it needs no locks.
 *
 * <pre>{@code
 * public class Counter extends Actor<Counter> {
 *     private int count;
 *     public void add(int n) { count += n; }
 *     public Promise<Integer> get() { return Promise.of(count); }
 * }
 * Counter counter = system.spawn(Counter.class, Counter::new);
 * counter.add(2);
 * }</pre>
 *
 * @param <SELF> the class itself, or the interface it is used through
 */
@SuppressWarnings("exports") // nobody outside of the library names the base class
public abstract class Actor<SELF> extends ActorObject {
    private final @Nullable ActorContext context;

    /** Called by spawn, through the factory. An actor made with {@code new} elsewhere has no context and no reference. */
    protected Actor() {
        RunningActor running = RunningActor.current();
        context = running == null ? null : (ActorContext) running.claimContext();
    }

    /**
     * The reference to this actor: what to pass to others, and how to send a message to oneself.
     *
     * @throws IllegalStateException if this actor was not made by spawn
     */
    @SuppressWarnings("unchecked") // the reference is generated for the spawned type
    protected final SELF self() {
        if (DevelopmentChecks.ON) {
            DevelopmentChecks.refuseForeignTurn(this);
        }
        return (SELF) reference();
    }

    /**
     * What this actor can ask of the system: children, timers, watching, blocking work.
     *
     * @throws IllegalStateException if this actor was not made by spawn
     */
    protected final ActorContext context() {
        if (DevelopmentChecks.ON) {
            DevelopmentChecks.refuseForeignTurn(this);
        }
        return ownContext();
    }

    private ActorContext ownContext() {
        if (context == null) {
            throw new IllegalStateException("only an actor made by spawn has a context: class="
                    + getClass().getName()
                    + (this instanceof Reference ? "; this is a reference, its context belongs to the actor" : ""));
        }
        return context;
    }

    @Override
    protected final Object reference() {
        return this instanceof Reference ? this : ownContext().self();
    }

    /**
     * Runs in the actor's turn before its first message, also after a restart. What it throws is a failure of the actor.
     * If it returns a promise, messages wait until that has settled, while continuations and timers run; a failed promise
     * is a failure of the actor.
     *
     * @return what the messages are to wait for, for example the loading of the state; null: nothing
     * @throws Exception any failure
     */
    @Override
    protected @Nullable Promise<?> onStart() throws Exception {
        return null;
    }

    /**
     * Runs in the actor's last turn, after its children have stopped. What it throws is reported.
     *
     * @throws Exception any failure
     */
    @Override
    protected void onStop() throws Exception {}

    /**
     * Runs on the failed object before a new one takes its place. What it throws is reported.
     *
     * @param cause why it is restarted
     * @throws Exception any failure
     */
    @Override
    protected void onRestart(Throwable cause) throws Exception {}
}
