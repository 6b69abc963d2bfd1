// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.continuation.ActorObject;
import io.troupe.core.continuation.DevelopmentChecks;
import io.troupe.core.message.Reference;
import io.troupe.core.message.RunningActor;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * The base class of actors: extend it to get {@link #self}, {@link #context} and the hooks of the actor's life. A public
 * method that returns nothing is a tell, a public method that returns a promise is an ask. Called on a reference both
 * become messages; called on {@code this} they are plain calls. All code of an actor runs in the actor's turns, on one
 * thread at a time, so it needs no locks.
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

    /** Makes the object of an actor, in its factory. An object made elsewhere has no context and no reference. */
    protected Actor() {
        RunningActor running = RunningActor.current();
        context = running == null ? null : (ActorContext) running.claimContext();
    }

    /**
     * {@return the reference to this actor} Pass it to other actors, and call it to send a message to oneself. Any thread.
     *
     * @throws IllegalStateException if this actor was not made by spawn; with development checks also in another actor's turn
     */
    @SuppressWarnings("unchecked") // the reference is generated for the spawned type
    protected final SELF self() {
        if (DevelopmentChecks.ON) {
            DevelopmentChecks.refuseForeignTurn(this);
        }
        return (SELF) reference();
    }

    /**
     * {@return the services of the system for this actor: children, timers, watches, blocking work}
     *
     * @throws IllegalStateException if this actor was not made by spawn; with development checks also in another actor's turn
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
     * Runs in the actor's turn before its first message, also after a restart. If it throws, the actor has failed. If it
     * returns a promise, messages wait until the promise has settled, while continuations and timers run; if the promise
     * fails, the actor has failed.
     *
     * @return a promise that the messages wait for, for example of the loaded state; null: they wait for nothing
     * @throws Exception any failure, for the actor's supervision
     */
    @Override
    protected @Nullable Promise<?> onStart() throws Exception {
        return null;
    }

    /**
     * Runs in the actor's last turn, after its children have stopped. It does not run if the actor's dispatcher is gone.
     *
     * @throws Exception any failure, which is logged
     */
    @Override
    protected void onStop() throws Exception {}

    /**
     * Runs on the failed object, in the actor's turn, before a new object takes its place.
     *
     * @param cause the failure that led to the restart
     * @throws Exception any failure, which is logged; the restart goes on
     */
    @Override
    protected void onRestart(Throwable cause) throws Exception {}
}
