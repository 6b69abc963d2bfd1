// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.MemberView;
import io.troupe.cluster.view.ShardView;
import io.troupe.examples.cluster.Database;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends transfers to the members of a cluster for a time, kills some of them meanwhile, and starts others. Any member takes any
 * transfer, and finds who has the accounts. What was not answered is sent again, to another one, with the same id. One thread.
 */
final class ClusterRun {
    /** Transfers that wait for their answer. */
    private static final int WINDOW = 256;

    private static final int LEAST_ANSWERS = 64;
    private static final int MOST_STARTS_WITHOUT_AN_ANSWER = 5;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    /** For the start of all members, on a busy machine. */
    private static final long START_PATIENCE = TimeUnit.SECONDS.toNanos(300);

    private static final long AGAIN_AFTER = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LOOK_EVERY_MILLIS = 200;

    private final Database database;
    private final int accounts;
    private final int size;
    private final long nanos;
    private final int kills;
    private final BiConsumer<Double, Long> progress;
    private final Random random = new Random();
    private final Map<Long, Transfer> open = new LinkedHashMap<>();
    private final Deque<Transfer> again = new ArrayDeque<>();
    private final TransferLines lines;
    private final List<WorkerProcess> members = new ArrayList<>();
    private final List<WorkerProcess> ready = new ArrayList<>();

    private int names;
    private long repeated;
    private int killed;
    private int starts;
    private long answered;
    private long worst;

    /** A transfer, and who was asked to carry it out. */
    private static final class Transfer {
        private final String line;
        private final long begun = System.nanoTime();
        private WorkerProcess by;
        private long notBefore;

        Transfer(String line, WorkerProcess by) {
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
     * @param nanos how long transfers are made
     * @param kills how often a member is killed meanwhile
     * @param progress gets the part of the time that is over, and the number of transfers
     */
    ClusterRun(Database database, int accounts, int size, long nanos, int kills, BiConsumer<Double, Long> progress) {
        this.database = database;
        this.accounts = accounts;
        this.size = size;
        this.nanos = nanos;
        this.kills = kills;
        this.progress = progress;
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
        database.applySchema();
        try (ClusterView view = database.view()) {
            for (int i = 0; i < size; i++) {
                start();
            }
            awaitMembers(view);
            long before = epochs(view);
            long begun = System.nanoTime();
            transact();
            double seconds = (System.nanoTime() - begun) / 1e9;
            LedgerReport report = settledReport();
            return new Result(
                    accounts,
                    lines.count(),
                    report.total(),
                    accounts * LedgerAccount.FIRST,
                    report.duplicates(),
                    report.missing(lines.count()),
                    repeated,
                    killed,
                    Math.round(seconds * 1000) / 1000.0,
                    size,
                    epochs(view) - before,
                    TimeUnit.NANOSECONDS.toMillis(worst));
        } finally {
            members.forEach(WorkerProcess::end);
            members.forEach(WorkerProcess::close);
        }
    }

    private void start() throws IOException {
        if (++starts > size + MOST_STARTS_WITHOUT_AN_ANSWER) {
            throw new IOException("members must be able to use the database, see above: starts=" + starts);
        }
        names++;
        members.add(WorkerProcess.start(database, "bank-" + lines.run() + "-" + names));
    }

    private static long epochs(ClusterView view) {
        return view.shards().stream().mapToLong(ShardView::epoch).sum();
    }

    /** Until all members are there and have their share: the first transfers wait for nobody. */
    private void awaitMembers(ClusterView view) throws IOException, InterruptedException {
        long end = System.nanoTime() + START_PATIENCE;
        while (System.nanoTime() - end < 0) {
            List<MemberView> mine = view.members().stream()
                    .filter(each -> each.status() == MemberView.Status.ACTIVE)
                    .toList();
            int owned = mine.stream().mapToInt(MemberView::shards).sum();
            hear();
            if (ready.size() == size
                    && owned == view.shards().size()
                    && mine.size() >= size
                    && mine.stream().allMatch(each -> each.shards() > 0)) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
        throw new IOException(
                "members must be ready in time: seconds=" + TimeUnit.NANOSECONDS.toSeconds(START_PATIENCE));
    }

    /** Until the time is over, all kills are done, and all is answered. */
    private void transact() throws IOException, InterruptedException {
        long begun = System.nanoTime();
        long heard = begun;
        while (true) {
            double part = (System.nanoTime() - begun) / (double) nanos;
            progress.accept(Math.min(1, part), lines.count() - open.size());
            if (killed < kills
                    && part * (kills + 1) >= killed + 1
                    && answered >= LEAST_ANSWERS
                    && ready.size() == size) {
                kill();
            }
            boolean over = part >= 1 && killed == kills;
            if (over && open.isEmpty()) {
                return;
            }
            if (!ready.isEmpty()) {
                repeat();
                if (!over) {
                    fill();
                }
            }
            if (hear()) {
                heard = System.nanoTime();
            } else if (System.nanoTime() - heard > 2 * PATIENCE) {
                throw new IOException("members must answer: open=" + open.size() + ", ready=" + ready.size());
            } else {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    private void kill() throws IOException, InterruptedException {
        killed++;
        answered = 0;
        ready.get(random.nextInt(ready.size())).kill();
    }

    private WorkerProcess any() {
        return ready.get(random.nextInt(ready.size()));
    }

    /** New transfers, up to the window. */
    private void fill() {
        Map<WorkerProcess, List<String>> made = new LinkedHashMap<>();
        while (open.size() < WINDOW) {
            String line = lines.next();
            Transfer transfer = new Transfer(line, any());
            open.put(lines.count(), transfer);
            made.computeIfAbsent(transfer.by, member -> new ArrayList<>()).add(line);
        }
        made.forEach(WorkerProcess::say);
    }

    /** Sends again what has failed a moment ago. */
    private void repeat() {
        while (!again.isEmpty() && System.nanoTime() - again.peek().notBefore >= 0) {
            Transfer transfer = again.remove();
            transfer.by = any();
            repeated++;
            transfer.by.say(List.of(transfer.line));
        }
    }

    private void later(Transfer transfer) {
        transfer.notBefore = System.nanoTime() + AGAIN_AFTER;
        again.add(transfer);
    }

    /** Takes what members have said. */
    private boolean hear() throws IOException, InterruptedException {
        boolean heard = false;
        for (WorkerProcess member : List.copyOf(members)) {
            for (String line = member.next(0); line != null; line = member.next(0)) {
                heard = true;
                take(member, line);
            }
        }
        return heard;
    }

    private void take(WorkerProcess member, String line) throws IOException {
        String[] words = line.split(" ", -1);
        switch (words[0]) {
            case "ready" -> ready.add(member);
            case "paid" -> {
                Transfer done = open.remove(Long.parseLong(words[1]));
                if (done != null) {
                    worst = Math.max(worst, System.nanoTime() - done.begun);
                    starts = 0;
                    answered++;
                }
            }
            case "failed" -> {
                @Nullable Transfer failed = open.get(Long.parseLong(words[1]));
                if (failed != null && failed.by == member && !again.contains(failed)) {
                    later(failed);
                }
            }
            case "ended" -> member.end();
            case WorkerProcess.END -> replace(member);
            default -> {} // a report that is not wanted any more
        }
    }

    private void replace(WorkerProcess member) throws IOException {
        member.close();
        members.remove(member);
        ready.remove(member);
        open.values().stream()
                .filter(each -> each.by == member && !again.contains(each))
                .forEach(this::later);
        start();
    }

    /** Asks until all money has arrived, or nothing has arrived for long. */
    private LedgerReport settledReport() throws IOException, InterruptedException {
        long last = -1;
        long changed = System.nanoTime();
        while (true) {
            LedgerReport report = report();
            if (report.missing(lines.count()) <= 0 || System.nanoTime() - changed > PATIENCE) {
                return report;
            }
            if (last != report.came()) {
                changed = System.nanoTime();
            }
            last = report.came();
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
    }

    private LedgerReport report() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE;
        @Nullable WorkerProcess asked = null;
        while (System.nanoTime() - end < 0) {
            if (asked == null && !ready.isEmpty()) {
                asked = any();
                asked.say(List.of(lines.reportOrder()));
            }
            String line = asked == null ? null : asked.next(1);
            if (asked == null) {
                hear();
            } else if (line != null && LedgerReport.is(line)) {
                return LedgerReport.parse(line);
            } else if (line != null) {
                take(asked, line);
                asked = ready.contains(asked) ? asked : null;
            }
        }
        throw new IOException("a member must report in time: seconds=" + TimeUnit.NANOSECONDS.toSeconds(PATIENCE));
    }
}
