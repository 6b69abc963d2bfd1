// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cluster.Database;
import io.troupe.examples.members.Course;
import io.troupe.examples.members.MemberProcess;
import io.troupe.examples.members.MemberProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends transfers to a worker for a time, kills it now and then, and starts it again. What was not answered is sent again, with
 * the same id. One thread.
 */
final class LedgerRun {
    /** Transfers that wait for their answer. */
    private static final int WINDOW = 256;

    /** Before it is worth while to kill the worker. */
    private static final int LEAST_ANSWERS = 64;

    private static final int MOST_STARTS_WITHOUT_AN_ANSWER = 5;
    private static final long LINE_MILLIS = 50;
    private static final long REPORT_EVERY = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    /** A store may fail for as long, and no longer. */
    private static final long FAILING = TimeUnit.SECONDS.toNanos(10);

    private final Database database;
    private final int accounts;
    private final Course course;
    private final Map<Long, String> open = new LinkedHashMap<>();
    private final TransferLines lines;

    private MemberProcess worker;
    private long repeated;
    private int killed;
    private int starts;
    /** Since the worker was started. */
    private int answered;
    /** Since when all transfers have failed; 0: the last one was answered. */
    private long failing;

    /** When the worker was ready. */
    private long ready;
    /** How long those before it worked. */
    private long ranBefore;

    /**
     * Nothing is sent yet.
     *
     * @param database with the accounts
     * @param accounts how many, 2 or more
     * @param course how long transfers are made, and how often the worker is killed meanwhile
     */
    LedgerRun(Database database, int accounts, Course course) throws IOException {
        this.database = database;
        this.accounts = accounts;
        this.course = course;
        this.lines = new TransferLines(accounts);
        this.worker = MemberProcess.start(BankCommand.NAME, database, "");
    }

    /**
     * What has become of the money.
     *
     * @param accounts how many
     * @param transfers that were answered
     * @param total cents of all accounts
     * @param expectedTotal cents that there were at first
     * @param duplicates halves of transfers that were done twice
     * @param lost halves of transfers that were not done
     * @param repeated transfers that were sent again as the worker had not answered
     * @param kills of the worker
     * @param seconds that it took until the last answer
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
            double seconds) {
        boolean isRight() {
            return total == expectedTotal && duplicates == 0 && lost == 0;
        }
    }

    Result run() throws IOException, InterruptedException {
        try {
            double seconds = 0;
            if (awaitReady()) {
                long begun = System.nanoTime();
                seconds = (transact() - begun) / 1e9;
            }
            if (lines.count() == 0) { // nothing was sent that could be counted
                throw new IOException(Interrupt.NO_RESULT);
            }
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
                    Math.round(seconds * 1000) / 1000.0);
        } finally {
            if (course.isEnded()) {
                worker.killSoon(); // what it has answered is stored, and the next one takes the store over
            }
            worker.close();
        }
    }

    /** Until transfers were made for the time, in which starts do not count, all kills are done and all is answered. */
    private long transact() throws IOException, InterruptedException {
        while (true) {
            long worked = ranBefore + System.nanoTime() - ready;
            course.draw(worked, lines.count() - open.size() + " transfers");
            if (course.isTimeToKill(worked, killed) && answered >= LEAST_ANSWERS) {
                killed++;
                ranBefore += System.nanoTime() - ready;
                worker.kill();
                restart();
                continue;
            }
            boolean over = course.isOver(worked, killed);
            if (over && open.isEmpty()) {
                return System.nanoTime();
            }
            if (!over) {
                worker.say(fill());
            }
            take(worker.next(LINE_MILLIS));
        }
    }

    /** New transfers, up to the window. */
    private List<String> fill() {
        List<String> made = new ArrayList<>();
        while (open.size() < WINDOW) {
            String line = lines.next();
            open.put(lines.count(), line);
            made.add(line);
        }
        return made;
    }

    private void take(@Nullable String line) throws IOException, InterruptedException {
        if (line == null) {
            return;
        }
        String[] words = line.split(" ", 3);
        switch (words[0]) {
            case "paid" -> {
                open.remove(Long.parseLong(words[1]));
                starts = 0;
                failing = 0;
                answered++;
            }
            case "failed" -> {
                checkPatience(words[2]);
                String again = open.get(Long.parseLong(words[1]));
                if (again != null) {
                    repeated++;
                    worker.say(List.of(again));
                }
            }
            case MemberProcess.END -> restart();
            default -> {} // a report that is not wanted any more
        }
    }

    private void checkPatience(String cause) throws IOException {
        long now = System.nanoTime();
        if (failing == 0) {
            failing = now;
        }
        if (now - failing > FAILING) {
            throw new IOException("the worker must be able to store transfers: seconds="
                    + TimeUnit.NANOSECONDS.toSeconds(FAILING) + ", cause=" + cause);
        }
    }

    private void restart() throws IOException, InterruptedException {
        startAnother();
        awaitReady();
        repeated += open.size();
        worker.say(List.copyOf(open.values()));
    }

    private void startAnother() throws IOException {
        worker.close();
        if (++starts > MOST_STARTS_WITHOUT_AN_ANSWER) {
            throw new IOException("the worker must be able to use the database, see above: starts=" + starts);
        }
        worker = MemberProcess.start(BankCommand.NAME, database, "");
        answered = 0;
        failing = 0;
    }

    /** Returns false if it is told to end before anything was sent: then nobody needs the worker. */
    private boolean awaitReady() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE;
        while (System.nanoTime() < end) {
            if (course.isEnded() && lines.count() == 0) {
                return false;
            }
            String line = worker.next(LINE_MILLIS);
            if ("ready".equals(line)) {
                ready = System.nanoTime();
                return true;
            }
            if (MemberProcess.END.equals(line)) {
                if (!worker.wasKilled()) {
                    throw new IOException("the worker must be able to use the database, see above");
                }
                startAnother(); // or whoever has killed it ends this process, too
            }
        }
        throw new IOException("the worker must be ready in time: seconds=" + TimeUnit.NANOSECONDS.toSeconds(PATIENCE));
    }

    /** Asks until all money has arrived, or nothing has arrived for long. */
    private LedgerReport settledReport() throws IOException, InterruptedException {
        long last = -1;
        long changed = System.nanoTime();
        while (true) {
            worker.say(List.of(lines.reportOrder()));
            LedgerReport report = report();
            if (report.missing(lines.count()) <= 0 || System.nanoTime() - changed > PATIENCE) {
                return report;
            }
            if (last != report.came()) {
                changed = System.nanoTime();
            }
            last = report.came();
            TimeUnit.NANOSECONDS.sleep(REPORT_EVERY);
        }
    }

    private LedgerReport report() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE;
        while (System.nanoTime() < end) {
            String line = worker.next(LINE_MILLIS);
            if (line != null && LedgerReport.is(line)) {
                return LedgerReport.parse(line);
            }
            if (MemberProgram.AGAIN.equals(line)) {
                worker.say(List.of(lines.reportOrder()));
            }
            if (MemberProcess.END.equals(line)) {
                restart();
                worker.say(List.of(lines.reportOrder()));
            }
        }
        throw new IOException("the worker must report in time: seconds=" + TimeUnit.NANOSECONDS.toSeconds(PATIENCE));
    }
}
