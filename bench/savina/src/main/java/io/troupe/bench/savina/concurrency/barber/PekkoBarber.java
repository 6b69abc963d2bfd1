// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.barber;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Barber} and {@link WaitingRoom} do, in Pekko. */
final class PekkoBarber {
    private PekkoBarber() {}

    static Behavior<Serve> barber(Shop shop) {
        return Behaviors.receiveMessage(serve -> {
            Enter entered = serve.entered();
            entered.customer().tell(new PekkoCustomer.Start());
            entered.customer().tell(new PekkoCustomer.Done(shop.haircut(entered.number())));
            serve.room().tell(new Next());
            return Behaviors.same();
        });
    }

    static Behavior<RoomMessage> room(Shop shop, ActorRef<Serve> barber) {
        return Behaviors.setup(context -> {
            Room room = new Room(shop, barber, context.getSelf());
            return Behaviors.receiveMessage(room::onMessage);
        });
    }

    /** State of the waiting room. */
    private static final class Room {
        private final Shop shop;
        private final ActorRef<Serve> barber;
        private final ActorRef<RoomMessage> self;
        private final Deque<Enter> seats = new ArrayDeque<>();
        private boolean barberSleeps = true;

        Room(Shop shop, ActorRef<Serve> barber, ActorRef<RoomMessage> self) {
            this.shop = shop;
            this.barber = barber;
            this.self = self;
        }

        Behavior<RoomMessage> onMessage(RoomMessage message) {
            if (message instanceof Enter enter) {
                onEnter(enter);
            } else {
                next();
            }
            return Behaviors.same();
        }

        private void onEnter(Enter enter) {
            if (seats.size() == shop.chairs()) {
                enter.customer().tell(new PekkoCustomer.Full());
                return;
            }
            seats.add(enter);
            if (barberSleeps) {
                next();
            }
        }

        private void next() {
            Enter seat = seats.poll();
            barberSleeps = seat == null;
            if (seat != null) {
                barber.tell(new Serve(seat, self));
            }
        }
    }

    /** What the waiting room hears. */
    sealed interface RoomMessage permits Enter, Next {}

    /** A customer comes. */
    record Enter(ActorRef<PekkoCustomer.Message> customer, int number) implements RoomMessage {}

    /** The barber is free. */
    record Next() implements RoomMessage {}

    /** What the barber hears. */
    record Serve(Enter entered, ActorRef<RoomMessage> room) {}
}
