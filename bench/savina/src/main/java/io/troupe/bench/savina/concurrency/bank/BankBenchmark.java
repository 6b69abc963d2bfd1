// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.bank;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;

/** Bank transactions; per run. */
public class BankBenchmark extends SavinaBenchmark {
    /** Ten or more. */
    @Param("1000")
    public int accounts = 1_000;

    /** Between random accounts. */
    @Param("50000")
    public int transfers = 50_000;

    /** JMH makes it and sets its sizes. */
    public BankBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Ledger ledger = new Ledger(accounts, transfers);
        Parts parts = new Parts(accounts);
        List<Account> all = IntStream.range(0, accounts)
                .mapToObj(i -> system.spawn(Account.class, () -> new Account(i, parts)))
                .toList();
        Teller teller = system.spawn(Teller.class, () -> new Teller(ledger, all));
        long expected = expected();
        return () -> {
            teller.begin();
            return parts.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Ledger ledger = new Ledger(accounts, transfers);
        Parts parts = new Parts(accounts);
        var all = IntStream.range(0, accounts)
                .mapToObj(i -> pekko.spawnTyped(PekkoAccount.account(i, parts)))
                .toList();
        var teller = pekko.spawnTyped(PekkoTeller.teller(ledger, all));
        long expected = expected();
        return () -> {
            teller.tell(new PekkoTeller.Begin());
            return parts.await(expected);
        };
    }

    /** What a run reports, computed without actors. */
    public long expected() {
        return new Ledger(accounts, transfers).expected();
    }
}
