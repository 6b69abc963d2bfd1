// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.barber;

import io.troupe.bench.harness.Completion;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Factory} does, in Pekko. */
final class PekkoFactory {
    private final Shop shop;
    private final Completion completion;
    private List<ActorRef<PekkoCustomer.Message>> customers = List.of();
    private int served;
    private long sum;

    private PekkoFactory(Shop shop, Completion completion) {
        this.shop = shop;
        this.completion = completion;
    }

    static Behavior<Message> factory(Shop shop, Completion completion) {
        return Behaviors.setup(context -> {
            PekkoFactory factory = new PekkoFactory(shop, completion);
            return Behaviors.receiveMessage(factory::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Returned returned) {
            returned.customer().tell(new PekkoCustomer.Go());
        } else if (message instanceof Served haircut) {
            onServed(haircut.haircut());
        } else if (message instanceof Employ employ) {
            customers = employ.customers();
        } else {
            begin();
        }
        return Behaviors.same();
    }

    private void begin() {
        served = 0;
        sum = 0;
        for (int i = 0; i < shop.customers(); i++) {
            sum += shop.produce(i);
            customers.get(i).tell(new PekkoCustomer.Go());
        }
    }

    private void onServed(long haircut) {
        sum += haircut;
        if (++served == shop.customers()) {
            completion.complete(sum);
        }
    }

    /** What the factory hears. */
    sealed interface Message permits Employ, Begin, Returned, Served {}

    /** All customers. */
    record Employ(List<ActorRef<PekkoCustomer.Message>> customers) implements Message {}

    /** Starts a run. */
    record Begin() implements Message {}

    /** A customer found no chair. */
    record Returned(ActorRef<PekkoCustomer.Message> customer) implements Message {}

    /** A customer had a haircut. */
    record Served(long haircut) implements Message {}
}
