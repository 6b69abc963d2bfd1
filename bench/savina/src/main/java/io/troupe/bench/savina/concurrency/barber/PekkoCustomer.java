// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.barber;

import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Customer} does, in Pekko. */
final class PekkoCustomer {
    private final int number;
    private final ActorRef<PekkoFactory.Message> factory;
    private final ActorRef<PekkoBarber.RoomMessage> room;
    private final ActorRef<Message> self;
    private boolean seated;

    private PekkoCustomer(
            int number,
            ActorRef<PekkoFactory.Message> factory,
            ActorRef<PekkoBarber.RoomMessage> room,
            ActorRef<Message> self) {
        this.number = number;
        this.factory = factory;
        this.room = room;
        this.self = self;
    }

    static Behavior<Message> customer(
            int number, ActorRef<PekkoFactory.Message> factory, ActorRef<PekkoBarber.RoomMessage> room) {
        return Behaviors.setup(context -> {
            PekkoCustomer customer = new PekkoCustomer(number, factory, room, context.getSelf());
            return Behaviors.receiveMessage(customer::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Go) {
            room.tell(new PekkoBarber.Enter(self, number));
        } else if (message instanceof Full) {
            factory.tell(new PekkoFactory.Returned(self));
        } else if (message instanceof Start) {
            seated = true;
        } else if (message instanceof Done done) {
            factory.tell(new PekkoFactory.Served(seated ? done.haircut() : 0));
            seated = false;
        }
        return Behaviors.same();
    }

    /** What a customer hears. */
    sealed interface Message permits Go, Full, Start, Done {}

    /** To the barber. */
    record Go() implements Message {}

    /** No chair is free. */
    record Full() implements Message {}

    /** The haircut begins. */
    record Start() implements Message {}

    /** The haircut ends. */
    record Done(long haircut) implements Message {}
}
