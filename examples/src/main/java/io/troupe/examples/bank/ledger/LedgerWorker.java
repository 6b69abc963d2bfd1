// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
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
 * The process that has the accounts, or as a member some of them, and that may be killed at any time. It gets lines and answers with lines, until its input
 * ends.
 *
 * <pre>
 *   the database, and a name or nothing           ready | ended REASON
 *   pay NUMBER FROM SENT TO RECEIVED CENTS        paid NUMBER | failed NUMBER
 *   report RUN ACCOUNTS                           report CENTS SENT RECEIVED DUPLICATES
 * </pre>
 */
final class LedgerWorker {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Members that are killed are found at once; those of a busy machine must not be taken for dead. */
    private static final Duration LEASE = Duration.ofSeconds(20);

    private static final Duration JOIN_DELAY = Duration.ofSeconds(1);

    /** At the end of a run nobody is there to give accounts to: all leave at once. */
    private static final Duration DRAIN = Duration.ofSeconds(1);

    private static final Duration END_LIMIT = Duration.ofSeconds(15);

    private final PrintStream out;

    LedgerWorker(PrintStream out) {
        this.out = out;
    }

    void run(InputStream input) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        String database = lines.readLine();
        String name = lines.readLine();
        if (database == null || name == null) {
            return;
        }
        ClusterConfig config = new Database(database).config();
        try (ActorSystem system = ActorSystem.start("bank")) {
            Cluster cluster = Cluster.join(system, name.isEmpty() ? config : member(config, name));
            cluster.host(LedgerAccount.class, LedgerAccount::new);
            cluster.ended().onComplete((reason, failure) -> say("ended " + reason));
            say("ready");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", -1);
                if (words[0].equals("pay")) {
                    pay(cluster, words);
                } else {
                    report(cluster, words[1], Integer.parseInt(words[2]));
                }
            }
            endInTime();
        }
    }

    /** Nobody waits for this process any more: it must not stay because its database does not answer. */
    private static void endInTime() {
        Thread end = new Thread(LedgerWorker::halt, "bank-end");
        end.setDaemon(true);
        end.start();
    }

    private static void halt() {
        try {
            Thread.sleep(END_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }

    private static ClusterConfig member(ClusterConfig config, String name) {
        return config.listen("tcp://127.0.0.1:0")
                .name(name)
                .lease(LEASE)
                .joinDelay(JOIN_DELAY)
                .drain(DRAIN);
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
