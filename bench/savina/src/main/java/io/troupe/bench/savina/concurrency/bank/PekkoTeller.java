// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.bank;

import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Teller} does, in Pekko. */
final class PekkoTeller {
    private final Ledger ledger;
    private final List<ActorRef<PekkoAccount.Message>> accounts;
    private final ActorRef<Message> self;
    private int done;

    private PekkoTeller(Ledger ledger, List<ActorRef<PekkoAccount.Message>> accounts, ActorRef<Message> self) {
        this.ledger = ledger;
        this.accounts = accounts;
        this.self = self;
    }

    static Behavior<Message> teller(Ledger ledger, List<ActorRef<PekkoAccount.Message>> accounts) {
        return Behaviors.setup(context -> {
            PekkoTeller teller = new PekkoTeller(ledger, accounts, context.getSelf());
            return Behaviors.receiveMessage(teller::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Begin) {
            begin();
        } else if (++done == ledger.transfers()) {
            accounts.forEach(account -> account.tell(new PekkoAccount.Finish()));
        }
        return Behaviors.same();
    }

    private void begin() {
        done = 0;
        for (int i = 0; i < ledger.transfers(); i++) {
            ActorRef<PekkoAccount.Message> target = accounts.get(ledger.target(i));
            accounts.get(ledger.source(i)).tell(new PekkoAccount.Transfer(ledger.amount(i), target, self));
        }
    }

    /** What the teller hears. */
    sealed interface Message permits Begin, Done {}

    /** Starts a run. */
    record Begin() implements Message {}

    /** A transfer has ended. */
    record Done() implements Message {}
}
