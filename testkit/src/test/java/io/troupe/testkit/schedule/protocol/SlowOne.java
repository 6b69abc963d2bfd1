// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule.protocol;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import java.util.function.BooleanSupplier;

/** An event on a long way, a subscription on a short one. Repaired: the broker keeps events until somebody has subscribed. */
final class SlowOne {
    private static final int HOPS = 15;

    private SlowOne() {}

    /** Passes events to those who have subscribed. */
    public static class Broker extends Actor<Broker> {
        private final boolean[] lost;
        private final boolean repaired;
        private boolean subscribed;
        private boolean kept;

        Broker(boolean[] lost, boolean repaired) {
            this.lost = lost;
            this.repaired = repaired;
        }

        public void subscribe() {
            subscribed = true;
            if (kept) {
                lost[0] = false;
            }
        }

        public void publish() {
            kept = repaired;
            lost[0] = !subscribed;
        }
    }

    /** Passes an event on. */
    public static class Relay extends Actor<Relay> {
        private final Broker broker;

        Relay(Broker broker) {
            this.broker = broker;
        }

        public void pass(Relay other, int hops) {
            if (hops > 2) {
                other.pass(self(), hops - 1);
            } else {
                broker.publish();
            }
        }
    }

    static BooleanSupplier start(ActorSystem system, boolean repaired) {
        boolean[] lost = {false};
        Broker broker = system.spawn(Broker.class, () -> new Broker(lost, repaired));
        Relay relay = system.spawn(Relay.class, () -> new Relay(broker));
        Relay other = system.spawn(Relay.class, () -> new Relay(broker));
        broker.subscribe();
        relay.pass(other, HOPS);
        return () -> !lost[0];
    }
}
