// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import io.troupe.bench.harness.Troupe;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;

/**
 * Troupe with the same behaviors as its peers, for programs about latency, to which a virtual call more means nothing. Suites
 * about the price of a message have actors with methods of their own.
 */
public final class TroupePeer implements Peer {
    private final ActorSystem system;

    /**
     * Starts an actor system.
     *
     * @param dispatcher its name, see {@link Troupe#dispatcher(String)}
     */
    public TroupePeer(String dispatcher) {
        system = ActorSystem.builder()
                .name("peer")
                .dispatcher(Troupe.dispatcher(dispatcher))
                .start();
    }

    @Override
    @SuppressWarnings("unchecked") // a behavior and its messages stay together
    public <M> Recipient<M> spawn(Behavior<M> behavior) {
        return system.spawn(Behaving.class, () -> new Behaving((Behavior<Object>) behavior))::message;
    }

    @Override
    public void close() {
        system.close();
        if (system.deadLetters() != 0) {
            throw new IllegalStateException("nothing may be lost: deadLetters=" + system.deadLetters());
        }
    }

    /** Hands its messages to a behavior. */
    static class Behaving extends Actor<Behaving> {
        private final Behavior<Object> behavior;
        private final Recipient<Object> self = self()::message;

        Behaving(Behavior<Object> behavior) {
            this.behavior = behavior;
        }

        /** Handles a message. */
        public void message(Object message) {
            behavior.onMessage(message, self);
        }
    }
}
