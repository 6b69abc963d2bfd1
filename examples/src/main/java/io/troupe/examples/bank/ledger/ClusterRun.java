// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cluster.Database;
import io.troupe.examples.members.Course;
import io.troupe.examples.members.Crew;
import io.troupe.examples.members.MemberProcess;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends transfers to the members of a cluster for a time, kills some of them meanwhile, and starts others. Any member takes any
 * transfer, and finds who has the accounts. What was not answered is sent again, to another one, with the same id. One thread.
 */
final class ClusterRun implements Crew.Listener {
    /** Transfers that wait for their answer. */
    private static final int WINDOW = 256;

    private static final int LEAST_ANSWERS = 64;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
    private static final long AGAIN_AFTER = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LOOK_EVERY_MILLIS = 200;

    private final Database database;
    private final int accounts;
    private final int size;
    private final Course course;
    private final Map<Long, Transfer> open = new LinkedHashMap<>();
    private final Deque<Transfer> again = new ArrayDeque<>();
    private final TransferLines lines;

    private long repeated;
    private long answered;
    private long worst;
    private @Nullable LedgerReport report;

    /** A transfer, and who was asked to carry it out. */
    private static final class Transfer {
        private final String line;
        private final long begun = System.nanoTime();
        private MemberProcess by;
        private long notBefore;

        Transfer(String line, MemberProcess by) {
            this.line = line;
            this.by = by;
        }
    }

    /**
     * Nothing is started yet.
     *
     * @param database with the accounts
     * @param accounts how many, 2 or more
     * @param size number of members, 2 or more
     * @param course how long transfers are made, and how often a member is killed meanwhile
     */
    ClusterRun(Database database, int accounts, int size, Course course) {
        this.database = database;
        this.accounts = accounts;
        this.size = size;
        this.course = course;
        this.lines = new TransferLines(accounts);
    }

    /**
     * What has become of the money, see {@link LedgerRun.Result}.
     *
     * @param members how many there are at a time
     * @param moved how often a shard has got another owner
     * @param worstUnavailableMillis longest time until a transfer was answered, however often it was sent
     */
    record Result(
            int accounts,
            long transfers,
            long total,
            long expectedTotal,
            long duplicates,
            long lost,
            long repeated,
            int kills,
            double seconds,
            int members,
            long moved,
            long worstUnavailableMillis) {
        boolean isRight() {
            return total == expectedTotal && duplicates == 0 && lost == 0;
        }
    }

    Result run() throws IOException, InterruptedException {
        try (Crew crew = new Crew(BankCommand.NAME, database, size, "bank-" + lines.run(), this)) {
            if (!crew.start(course)) {
                throw new IOException(Interrupt.NO_RESULT); // nobody was asked for a transfer
            }
            long begun = System.nanoTime();
            transact(crew);
            double seconds = (System.nanoTime() - begun) / 1e9;
            LedgerReport settled = settledReport(crew);
            return new Result(
                    accounts,
                    lines.count(),
                    settled.total(),
                    accounts * LedgerAccount.FIRST,
                    settled.duplicates(),
                    settled.missing(lines.count()),
                    repeated,
                    crew.killed(),
                    Math.round(seconds * 1000) / 1000.0,
                    size,
                    crew.moved(),
                    TimeUnit.NANOSECONDS.toMillis(worst));
        }
    }

    /** Until the time is over, all kills are done, and all is answered. */
    private void transact(Crew crew) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        long heard = begun;
        while (true) {
            long worked = System.nanoTime() - begun;
            course.draw(worked, lines.count() - open.size() + " transfers");
            if (course.isTimeToKill(worked, crew.killed()) && answered >= LEAST_ANSWERS && crew.isFull()) {
                answered = 0;
                crew.kill();
            }
            boolean over = course.isOver(worked, crew.killed());
            if (over && open.isEmpty()) {
                return;
            }
            repeat(crew);
            if (!over) {
                fill(crew);
            }
            if (crew.hear()) {
                heard = System.nanoTime();
                if (answered > 0) {
                    crew.works();
                }
            } else if (System.nanoTime() - heard > 2 * PATIENCE) {
                throw new IOException("members must answer: open=" + open.size());
            } else {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    /** New transfers, up to the window. */
    private void fill(Crew crew) {
        Map<MemberProcess, List<String>> made = new LinkedHashMap<>();
        for (MemberProcess by = crew.any(); by != null && open.size() < WINDOW; by = crew.any()) {
            Transfer transfer = new Transfer(lines.next(), by);
            open.put(lines.count(), transfer);
            made.computeIfAbsent(by, member -> new ArrayList<>()).add(transfer.line);
        }
        made.forEach(MemberProcess::say);
    }

    /** Sends again what has failed a moment ago. */
    private void repeat(Crew crew) {
        while (!again.isEmpty() && System.nanoTime() - again.peek().notBefore >= 0) {
            MemberProcess by = crew.any();
            if (by == null) {
                return;
            }
            Transfer transfer = again.remove();
            transfer.by = by;
            repeated++;
            by.say(List.of(transfer.line));
        }
    }

    private void later(Transfer transfer) {
        transfer.notBefore = System.nanoTime() + AGAIN_AFTER;
        again.add(transfer);
    }

    @Override
    public void said(MemberProcess member, String line) {
        if (LedgerReport.is(line)) {
            report = LedgerReport.parse(line);
            return;
        }
        String[] words = line.split(" ", -1);
        long number = Long.parseLong(words[1]);
        if (words[0].equals("paid")) {
            Transfer done = open.remove(number);
            if (done != null) {
                worst = Math.max(worst, System.nanoTime() - done.begun);
                answered++;
            }
        } else {
            Transfer failed = open.get(number);
            if (failed != null && failed.by == member && !again.contains(failed)) {
                later(failed);
            }
        }
    }

    @Override
    public void ended(MemberProcess gone) {
        open.values().stream()
                .filter(each -> each.by == gone && !again.contains(each))
                .forEach(this::later);
    }

    /** Asks until all money has arrived, or nothing has arrived for long. */
    private LedgerReport settledReport(Crew crew) throws IOException, InterruptedException {
        course.note("counting the money");
        long last = -1;
        long changed = System.nanoTime();
        while (true) {
            LedgerReport found = report(crew);
            if (found.missing(lines.count()) <= 0 || System.nanoTime() - changed > PATIENCE) {
                return found;
            }
            if (last != found.came()) {
                changed = System.nanoTime();
            }
            last = found.came();
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
    }

    private LedgerReport report(Crew crew) throws IOException, InterruptedException {
        report = null;
        crew.order(lines.reportOrder(), () -> report != null, PATIENCE);
        return Objects.requireNonNull(report);
    }
}
