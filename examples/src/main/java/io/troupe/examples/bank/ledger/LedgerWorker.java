// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.actor.CallId;
import io.troupe.core.promise.Promise;
import io.troupe.examples.members.MemberProgram;
import io.troupe.examples.members.MemberProgram.Answer;
import io.troupe.examples.members.MemberProgram.Work;
import io.troupe.examples.members.SettledAnswers;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process with accounts does.
 *
 * <pre>
 *   pay NUMBER FROM SENT TO RECEIVED CENTS        paid NUMBER | failed NUMBER CAUSE
 *   report RUN ACCOUNTS                           report CENTS SENT RECEIVED DUPLICATES | again
 * </pre>
 */
final class LedgerWorker implements Work {
    @Override
    public void host(Cluster cluster) {
        cluster.host(LedgerAccount.class, LedgerAccount::new);
    }

    @Override
    public void take(String[] words, Cluster cluster, Answer answer) {
        if (words[0].equals("pay")) {
            pay(cluster, words, answer);
        } else {
            report(cluster, words[1], Integer.parseInt(words[2]), answer);
        }
    }

    // tag::pay[]
    private static void pay(Cluster cluster, String[] words, Answer answer) {
        String number = words[1];
        LedgerAccount from = cluster.actor(LedgerAccount.class, words[2]);
        CallId.of("transfer " + number + " of " + words[2])
                .run(() -> from.transfer(
                        Long.parseLong(words[3]), words[4], Long.parseLong(words[5]), Long.parseLong(words[6])))
                .onComplete(
                        (cents, failure) -> answer.say(failure == null ? "paid " + number : failed(number, failure)));
    }
    // end::pay[]

    private static String failed(String number, Throwable cause) {
        return "failed " + number + " " + String.valueOf(cause.getMessage()).replace('\n', ' ');
    }

    private static void report(Cluster cluster, String run, int accounts, Answer answer) {
        List<Promise<LedgerAccount.State>> states = new ArrayList<>();
        for (int i = 0; i < accounts; i++) {
            states.add(cluster.actor(LedgerAccount.class, key(run, i)).read());
        }
        SettledAnswers.of(states)
                .map(LedgerReport::of)
                .onComplete((report, failure) -> answer.say(failure == null ? report.line() : MemberProgram.AGAIN));
    }

    static String key(String run, int account) {
        return run + "-" + account;
    }
}
