// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.actor.CallId;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.examples.cluster.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that has the accounts, and that may be killed at any time. It gets lines and answers with lines, until its input
 * ends.
 *
 * <pre>
 *   the database                                  ready
 *   pay NUMBER FROM SENT TO RECEIVED CENTS        paid NUMBER | failed NUMBER
 *   report RUN ACCOUNTS                           report CENTS SENT RECEIVED DUPLICATES
 * </pre>
 */
final class LedgerWorker {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final PrintStream out;

    LedgerWorker(PrintStream out) {
        this.out = out;
    }

    void run(InputStream input) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        String database = lines.readLine();
        if (database == null) {
            return;
        }
        try (ActorSystem system = ActorSystem.start("bank")) {
            Cluster cluster = Cluster.join(system, new Database(database).config());
            cluster.host(LedgerAccount.class, LedgerAccount::new);
            say("ready");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", -1);
                if (words[0].equals("pay")) {
                    pay(cluster, words);
                } else {
                    report(cluster, words[1], Integer.parseInt(words[2]));
                }
            }
        }
    }

    // tag::pay[]
    private void pay(Cluster cluster, String[] words) {
        String number = words[1];
        LedgerAccount from = cluster.actor(LedgerAccount.class, words[2]);
        CallId.of("transfer " + number + " of " + words[2])
                .run(() -> from.transfer(
                        Long.parseLong(words[3]), words[4], Long.parseLong(words[5]), Long.parseLong(words[6])))
                .onComplete((cents, failure) -> say((failure == null ? "paid " : "failed ") + number));
    }
    // end::pay[]

    private void report(Cluster cluster, String run, int accounts) {
        List<Promise<LedgerAccount.State>> states = new ArrayList<>();
        for (int i = 0; i < accounts; i++) {
            states.add(cluster.actor(LedgerAccount.class, key(run, i)).read());
        }
        long cents = 0;
        long sent = 0;
        long received = 0;
        long duplicates = 0;
        for (LedgerAccount.State each : Promise.all(states).await(LIMIT)) {
            cents += each.cents();
            sent += each.sent().count();
            received += each.received().count();
            duplicates += each.sent().duplicates() + each.received().duplicates();
        }
        say("report " + cents + " " + sent + " " + received + " " + duplicates);
    }

    static String key(String run, int account) {
        return run + "-" + account;
    }

    private void say(String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }
}
