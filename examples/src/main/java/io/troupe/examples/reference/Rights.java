// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.reference;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.call.Caller;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Exposure;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.DialConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Rights of callers: chosen methods, restricted references, tokens, a policy. */
public final class Rights {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    /** Stands for tokens that are signed. */
    private static final Map<String, String> SUBJECTS = Map.of("token-of-the-teller", "teller", "token-of-ann", "ann");

    private Rights() {}

    /** Money of one customer. */
    public static class Account extends Actor<Account> {
        private int balance;

        public void deposit(int amount) {
            balance += amount;
        }

        public Promise<Integer> balance() {
            return Promise.of(balance);
        }

        // tag::visit[]
        public Promise<Account> visit() {
            return Promise.of(Exposure.of(self()).only("balance"));
        }
        // end::visit[]

        // tag::caller[]
        public Promise<String> caller() {
            Caller caller = context().caller(); // null: nobody has proven anything, or a call of this process
            return Promise.of(caller == null ? "nobody" : caller.name());
        }
        // end::caller[]
    }

    private static Optional<String> subjectOf(String token) {
        return Optional.ofNullable(SUBJECTS.get(token));
    }

    /** Runs the example. */
    public static void main(String[] args) {
        try (ActorSystem bank = ActorSystem.start("bank");
                ActorSystem teller = ActorSystem.start("teller");
                ActorSystem ann = ActorSystem.start("ann")) {
            String address = serve(bank);
            Account ofTeller = vault(teller, address, "token-of-the-teller");
            ofTeller.deposit(20);
            String caller = ofTeller.caller().await(LIMIT);
            System.out.println(caller + " sees " + ofTeller.balance().await(LIMIT));
            Account ofAnn = vault(ann, address, "token-of-ann");
            System.out.println("ann sees " + ofAnn.balance().await(LIMIT));
            try {
                ofAnn.visit().await(LIMIT);
            } catch (CallRefusedException e) {
                System.out.println("ann may not visit");
            }
            Account visited = ofTeller.visit().await(LIMIT);
            try {
                visited.caller().await(LIMIT);
            } catch (CallRefusedException e) {
                System.out.println(
                        "a visitor may not ask, but sees " + visited.balance().await(LIMIT));
            }
        }
    }

    private static String serve(ActorSystem system) {
        // tag::authenticator[]
        RemotingConfig config = RemotingConfig.production().authenticator((token, peer) -> {
            if (token == null) {
                return null; // the subject of the certificate, if there is one
            }
            return subjectOf(token) // the principal
                    .orElseThrow(
                            () -> new LinkRefusedException("a token must be signed by the shop and not have expired"));
        });
        // end::authenticator[]
        Remoting remoting = Remoting.on(system, config);
        Account vault = system.spawn(Account.class, Account::new);
        // tag::expose[]
        remoting.expose("vault", vault, "balance", "deposit", "caller", "visit"); // these methods and no others
        // end::expose[]
        // tag::policy[]
        remoting.policy(
                (caller, target, method) -> (caller != null && caller.name().equals("teller"))
                        || method.name().equals("balance"));
        // end::policy[]
        return remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
    }

    private static Account vault(ActorSystem system, String address, String token) {
        // tag::token[]
        // asked for the token before each attempt
        RemotingConfig config =
                RemotingConfig.production().dial(DialConfig.defaults().token(() -> token));
        // end::token[]
        return Remoting.on(system, config).connect(address).await(LIMIT).lookup("vault", Account.class);
    }
}
