// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.group.Group;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Opens a bank for a moment. */
public final class Bank {
    private static final Duration SOON = Duration.ofSeconds(5);

    private Bank() {}

    /** Runs the example. */
    public static void main(String[] args) throws IOException {
        try (ActorSystem system = ActorSystem.start("bank")) {
            // tag::bank[]
            Account alice = system.spawn(Account.class, Account::new, "alice");
            Account bob = system.spawn(Account.class, Account::new, "bob");
            alice.deposit(100);

            Group<Teller> tellers = Group.spawn(system, Teller.class, 3, Teller::new);
            List<Promise<Long>> transfers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                transfers.add(tellers.roundRobin().transfer(alice, bob, 6));
            }
            Promise.all(transfers).await(SOON);

            String refusal = tellers.next()
                    .transfer(bob, alice, 1000)
                    .map(left -> "paid")
                    .recover(failure -> "refused: " + failure.getMessage())
                    .await(SOON);
            // end::bank[]
            System.out.println(refusal);

            ActorOptions replaced =
                    ActorOptions.named("printer").supervision(Supervision.restart(3, Duration.ofMinutes(1)));
            Printer printer = system.spawn(Printer.class, Printer::new, replaced);
            printer.jam(); // logged; the new printer prints what was queued
            String statement = "alice " + alice.balance().await(SOON) + ", bob "
                    + bob.balance().await(SOON);
            Path file = printer.print(statement).await(SOON);
            System.out.println(Files.readString(file));
            Files.delete(file);
        }
    }
}
