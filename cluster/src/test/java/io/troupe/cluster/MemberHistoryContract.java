// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.troupe.core.ActorSystem;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three to five members in processes of their own, of which some are killed, stand still for shorter or longer than their lease, join and
 * leave, while clients in all of them and outside write and read: what the clients saw must be as if there were one machine that never fails.
 * The property {@code troupe.cluster.seconds} is for how long; each kind of fault comes once at least.
 */
public abstract class MemberHistoryContract {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Of the observer: he must see what happens to others. */
    private static final Duration LONG_LEASE = Duration.ofMinutes(1);

    private static final int FEWEST = 3;
    private static final int MOST = 5;

    /** Until one of so many stops is noticed where lease and fence are missing. */
    private static final int STOPS = 5;

    /** Kept if the test fails: what clients saw, and what members logged. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    protected Path folder;

    private final List<MemberProcess> members = new ArrayList<>();
    private final List<HistoryClient> clients = new ArrayList<>();
    private final long seed = Long.getLong("troupe.cluster.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private int names;
    private int clientNumbers = 1;
    private boolean careless;

    private enum Fault {
        KILL,
        PAUSE,
        STOP,
        COME,
        GO
    }

    /** Where the members are; empty at first. */
    protected abstract MemberPlace place() throws Exception;

    /** Whether lease and fence are taken away, too; once is enough for each kind of database. */
    protected boolean hasCarelessRun() {
        return true;
    }

    @AfterEach
    void closeMembers() {
        members.forEach(MemberProcess::close);
    }

    @Test
    void shouldLookLikeOneMachineThatNeverFails() throws Exception {
        MemberPlace place = place();
        long end = System.nanoTime()
                + Duration.ofSeconds(Integer.getInteger("troupe.cluster.seconds", 0))
                        .toNanos();
        try (ActorSystem system = ActorSystem.start("outside")) {
            Cluster outside = begin(system, place);
            do {
                for (Fault fault : shuffledFaults()) {
                    replaceTheDead(place);
                    cause(fault, place, outside);
                    awaitAnswers();
                }
            } while (System.nanoTime() - end < 0);
            finish(outside);
        }
        MemberHistories histories = MemberHistories.of(folder);
        assertThat(histories.violations())
                .as("seed=%s, folder=%s, operations=%s", seed, folder, histories.operations())
                .isEmpty();
        assertThat(histories.operations()).isGreaterThan(1_000);
    }

    @Test
    void shouldBeCaughtWithoutLeaseAndFence() throws Exception {
        assumeTrue(hasCarelessRun(), "it is on another database");
        careless = true;
        MemberPlace place = place();
        List<String> violations = List.of();
        try (ActorSystem system = ActorSystem.start("outside")) {
            Cluster outside = begin(system, place);
            for (int i = 0; i < STOPS && violations.isEmpty(); i++) {
                cause(Fault.STOP, place, outside);
                violations = MemberHistories.of(folder).violations();
                replaceTheDead(place);
            }
            for (HistoryClient client : clients) {
                client.close();
            }
        }
        assertThat(violations).as("seed=%s, folder=%s", seed, folder).isNotEmpty();
    }

    private Cluster begin(ActorSystem system, MemberPlace place) throws IOException {
        Cluster outside = Cluster.join(system, place.config("outside").lease(LONG_LEASE));
        for (int i = 0; i < FEWEST; i++) {
            join(place);
        }
        for (int i = 0; i < HistoryProgram.CLIENTS; i++) {
            clients.add(new HistoryClient(clientNumbers++, outside, folder).start());
        }
        awaitAnswers();
        return outside;
    }

    private List<Fault> shuffledFaults() {
        List<Fault> faults = new ArrayList<>(Arrays.asList(Fault.values()));
        Collections.shuffle(faults, random);
        return faults;
    }

    private void cause(Fault fault, MemberPlace place, Cluster outside) throws Exception {
        MemberProcess any = members.get(random.nextInt(members.size()));
        switch (fault) {
            case KILL -> {
                any.kill();
                awaitAnswers(); // also of keys that it had
            }
            case PAUSE -> {
                any.stop(place);
                long end = System.nanoTime() + HistoryProgram.LEASE.toNanos() / (2 + random.nextInt(10));
                Await.until("a pause is over", LIMIT, () -> System.nanoTime() - end > 0);
                any.goOn();
            }
            case STOP -> {
                any.stop(place);
                awaitGone(any, outside);
                awaitAnswers();
                any.goOn();
                awaitAnswers();
                if (!careless) {
                    any.await("ENDED");
                }
                any.kill();
            }
            case COME -> {
                if (members.size() < MOST) {
                    join(place);
                }
            }
            case GO -> {
                if (members.size() == FEWEST) {
                    join(place);
                }
                any.end();
                awaitGone(any, outside);
            }
        }
    }

    private void join(MemberPlace place) throws IOException {
        String name = "m" + names++;
        members.add(MemberProcess.start(
                folder,
                name,
                HistoryProgram.class,
                HistoryProgram.arguments(place, name, folder, clientNumbers, careless)));
        clientNumbers += HistoryProgram.CLIENTS;
    }

    /** Also those that were buried as the machine was too busy for their leases. */
    private void replaceTheDead(MemberPlace place) throws Exception {
        for (MemberProcess each : List.copyOf(members)) {
            if (!each.isAlive() || each.said("ENDED")) {
                each.kill();
                members.remove(each);
            }
        }
        while (members.size() < FEWEST) {
            join(place);
        }
    }

    private static void awaitGone(MemberProcess member, Cluster outside) {
        Await.until(member.name() + " owns nothing", LIMIT, () -> outside.members().stream()
                .noneMatch(each -> each.name().equals(member.name())));
    }

    /** Each client outside goes on: of all keys, as it takes any. */
    private void awaitAnswers() {
        for (HistoryClient client : clients) {
            long before = client.answered();
            Await.until("calls are answered", LIMIT, () -> client.answered() > before + 100);
        }
    }

    /** Lets all clients end, and reads what is there then. */
    private void finish(Cluster outside) throws Exception {
        for (HistoryClient client : clients) {
            client.close();
        }
        List<MemberProcess> living = members.stream()
                .filter(each -> each.isAlive() && !each.said("ENDED"))
                .toList();
        for (MemberProcess each : living) {
            each.say("that is all");
        }
        for (MemberProcess each : living) {
            Await.until(each.name() + " is quiet", LIMIT, () -> each.said("QUIET") || each.said("ENDED"));
        }
        try (HistoryClient last = new HistoryClient(clientNumbers++, outside, folder)) {
            MemberHistories.of(folder).keys().forEach(last::read);
        }
    }
}
