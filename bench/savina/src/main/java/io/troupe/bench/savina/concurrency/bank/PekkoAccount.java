// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.bank;

import io.troupe.bench.harness.Parts;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;

/** What {@link Account} does, in Pekko. */
final class PekkoAccount {
    private final int number;
    private final Parts parts;
    private final ActorRef<Message> self;
    private final Deque<Message> aside = new ArrayDeque<>();
    private long balance = Ledger.START;

    /** Who ordered the transfer that waits for its answer. */
    private @Nullable ActorRef<PekkoTeller.Message> ordered;

    private PekkoAccount(int number, Parts parts, ActorRef<Message> self) {
        this.number = number;
        this.parts = parts;
        this.self = self;
    }

    static Behavior<Message> account(int number, Parts parts) {
        return Behaviors.setup(context -> {
            PekkoAccount account = new PekkoAccount(number, parts, context.getSelf());
            return Behaviors.receiveMessage(account::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Paid) {
            onPaid();
        } else if (message instanceof Finish) {
            parts.complete(Ledger.report(number, balance));
            balance = Ledger.START;
        } else if (ordered == null) {
            handle(message);
        } else {
            aside.add(message);
        }
        return Behaviors.same();
    }

    private void onPaid() {
        if (ordered != null) {
            ordered.tell(new PekkoTeller.Done());
            ordered = null;
        }
        while (ordered == null && !aside.isEmpty()) {
            handle(aside.remove());
        }
    }

    private void handle(Message message) {
        if (message instanceof Transfer transfer) {
            balance -= transfer.amount();
            ordered = transfer.teller();
            transfer.target().tell(new Pay(transfer.amount(), self));
        } else if (message instanceof Pay pay) {
            balance += pay.amount();
            pay.from().tell(new Paid());
        }
    }

    /** What an account hears. */
    sealed interface Message permits Transfer, Pay, Paid, Finish {}

    /** Money is to go to another account. */
    record Transfer(long amount, ActorRef<Message> target, ActorRef<PekkoTeller.Message> teller) implements Message {}

    /** Money comes from another account. */
    record Pay(long amount, ActorRef<Message> from) implements Message {}

    /** Its answer. */
    record Paid() implements Message {}

    /** The run is over. */
    record Finish() implements Message {}
}
