// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs a test under many schedules, finds the first that fails, and makes it small. Some schedules run twice, to notice a test
 * that reads time or chance behind the simulation's back. A schedule fails if another thread has taken part: it has sent a message
 * to an actor of the run, or settled a promise that one waits for. Immutable: each setting gives a new object. Runs on the calling
 * thread.
 *
 * <pre>{@code
 * Schedules.of(1000).named("one leader").run(simulator -> {
 *     ActorSystem system = simulator.system("test");
 *     …
 *     simulator.runFor(Duration.ofSeconds(10));
 *     assertThat(leaders).hasSizeLessThan(2);
 * }).orThrow();
 * }</pre>
 */
public final class Schedules {
    private static final int CHECKED = 100;

    private static final int FIRST_CHECKED = 8;

    /** How many events a failure is shrunk by: seconds for most tests, a minute for those whose runs take long. */
    private static final long SHRINKING = 600_000;

    /** More events than that are not shrunk: each try would take too long. */
    private static final int MOST_SHRUNK = 100_000;

    private static final String BEHIND_ITS_BACK =
            "the test must not read time, chance or threads behind the simulation's back: seed=";

    private final int count;
    private final String test;
    private final Strategy strategy;
    private final Realism realism;
    private final long firstSeed;
    private final boolean stopsAtFailure;
    private final int quiet;
    private final long mostEvents;
    private final @Nullable Path directory;

    private Schedules(
            int count,
            String test,
            Strategy strategy,
            Realism realism,
            long firstSeed,
            boolean stopsAtFailure,
            int quiet,
            long mostEvents,
            @Nullable Path directory) {
        this.count = count;
        this.test = Objects.requireNonNull(test, "test");
        this.strategy = Objects.requireNonNull(strategy, "strategy");
        this.realism = Objects.requireNonNull(realism, "realism");
        this.firstSeed = firstSeed;
        this.stopsAtFailure = stopsAtFailure;
        this.quiet = quiet;
        this.mostEvents = mostEvents;
        this.directory = directory;
    }

    // ---- settings ------------------------------------------------------------------------------------------------

    /**
     * Runs of the portfolio of strategies, with messages under way and time, from seed 0 on, up to the first that fails. No
     * file is written.
     *
     * @param count most schedules, at least 1
     * @return the runs, not begun
     * @throws IllegalArgumentException if the count is less than 1
     */
    public static Schedules of(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1: count=" + count);
        }
        return new Schedules(
                count, "test", Strategy.portfolio(), Realism.FLIGHTS_AND_TIME, 0, true, 0, 1_000_000, null);
    }

    /**
     * Names the test, for reports and files.
     *
     * @param name not null
     * @return runs with that name
     */
    public Schedules named(String name) {
        return new Schedules(count, name, strategy, realism, firstSeed, stopsAtFailure, quiet, mostEvents, directory);
    }

    /**
     * Sets the strategy.
     *
     * @param newStrategy picks what happens next
     * @return runs with that strategy
     */
    public Schedules strategy(Strategy newStrategy) {
        return new Schedules(
                count, test, newStrategy, realism, firstSeed, stopsAtFailure, quiet, mostEvents, directory);
    }

    /**
     * Goes through all schedules that differ, as far as the count of runs allows: for tests of a dozen events. Two schedules do
     * not differ if only events with different targets have changed places; actors must share nothing but messages. The report
     * counts schedules that differ; some runs turn out to be none.
     *
     * @return runs of all schedules
     */
    public Schedules exhaustive() {
        return strategy(new Strategy.Exhaustive());
    }

    /**
     * Sets what is left to chance.
     *
     * @param newRealism what is an event
     * @return runs with that realism
     */
    public Schedules realism(Realism newRealism) {
        return new Schedules(
                count, test, strategy, newRealism, firstSeed, stopsAtFailure, quiet, mostEvents, directory);
    }

    /**
     * Sets the first seed; the following runs have the following ones.
     *
     * @param seed any number
     * @return runs from that seed on
     */
    public Schedules from(long seed) {
        return new Schedules(count, test, strategy, realism, seed, stopsAtFailure, quiet, mostEvents, directory);
    }

    /**
     * Goes on after a failure, to count all.
     *
     * @return runs that do not stop
     */
    public Schedules countingFailures() {
        return new Schedules(count, test, strategy, realism, firstSeed, false, quiet, mostEvents, directory);
    }

    /**
     * Stops early when no race was seen in a new order for a number of schedules.
     *
     * @param schedules at least 1
     * @return runs that may stop early
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Schedules stoppingAfterQuiet(int schedules) {
        if (schedules < 1) {
            throw new IllegalArgumentException("schedules must be at least 1: schedules=" + schedules);
        }
        return new Schedules(
                count, test, strategy, realism, firstSeed, stopsAtFailure, schedules, mostEvents, directory);
    }

    /**
     * Sets how many events one step of a test may let happen: more are a failure, as the program does not come to rest.
     *
     * @param most at least 1; by default a million
     * @return runs with that limit
     * @throws IllegalArgumentException if it is less than 1
     */
    public Schedules limit(long most) {
        if (most < 1) {
            throw new IllegalArgumentException("most events must be at least 1: most=" + most);
        }
        return new Schedules(count, test, strategy, realism, firstSeed, stopsAtFailure, quiet, most, directory);
    }

    /**
     * Writes the small failing schedule to a file.
     *
     * @param newDirectory is made if it does not exist
     * @return runs that write a file
     */
    public Schedules writingTo(Path newDirectory) {
        return new Schedules(
                count, test, strategy, realism, firstSeed, stopsAtFailure, quiet, mostEvents, newDirectory);
    }

    /** A test that runs in a simulator. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs it from beginning to end. Systems of {@link Simulator#system} are closed afterwards.
         *
         * @param simulator in which nothing has happened
         * @throws Exception fails the schedule
         */
        void run(Simulator simulator) throws Exception;
    }

    // ---- running -------------------------------------------------------------------------------------------------

    /**
     * Runs the test. Once the calling thread is interrupted, as by the time limit of a test library, the run that has begun is the last
     * one, and fails.
     *
     * @param body of the test, run once per schedule, and again to repeat and shrink a failing one
     * @return what came out; {@link ScheduleReport#orThrow} fails if a schedule failed
     */
    public ScheduleReport run(Body body) {
        Objects.requireNonNull(body, "body");
        long begin = System.nanoTime();
        RaceCoverage races = new RaceCoverage();
        Exploration exploration = strategy instanceof Strategy.Exhaustive ? new Exploration() : null;
        Strategy present = strategy;
        ScheduleFailure first = null;
        long failures = 0;
        long events = 0;
        long schedules = 0;
        int seen = 0;
        int without = 0;
        boolean exhausted = false;
        for (long runs = 0; runs < count && !exhausted; runs++) {
            long seed = firstSeed + (exploration == null ? schedules : 0);
            boolean checked = exploration == null && runsTwice(schedules);
            Simulator simulator = exploration == null ? simulator(seed, present) : simulator(seed, exploration.next());
            boolean recorded = checked || exploration != null;
            simulator.cover(races);
            if (recorded) {
                simulator.record();
            }
            boolean interrupted = false;
            Throwable thrown = null;
            Throwable found = null;
            try {
                thrown = run(simulator, body);
                found = checked ? differing(simulator, present, body, thrown) : undecided(simulator, thrown);
                if (found != null && first == null) {
                    first = failure(simulator, recorded, present, body, found, found == thrown);
                }
            } catch (InterruptedRun e) {
                interrupted = true;
                found = found == null ? thrown == null ? e.failure : thrown : found;
                first = first == null ? unexplained(simulator, present, found) : first;
            }
            schedules += exploration == null || !exploration.wasRedundant() ? 1 : 0;
            events += simulator.events();
            failures += found == null ? 0 : 1;
            if (interrupted || (found != null && stopsAtFailure)) {
                break;
            }
            if (present instanceof Strategy.Portfolio portfolio && portfolio.length() == 0) {
                present = new Strategy.Portfolio(Math.max(1, simulator.events()));
            }
            if (exploration != null) {
                exploration.backtrack();
                exhausted = exploration.isComplete();
            } else {
                without = races.seen() == seen ? without + 1 : 0;
                seen = races.seen();
                exhausted = quiet > 0 && without >= quiet;
            }
        }
        return new ScheduleReport(
                test,
                schedules,
                failures,
                events,
                Duration.ofNanos(System.nanoTime() - begin),
                races.seen(),
                races.bothWays(),
                exhausted,
                first);
    }

    /**
     * Which runs of a test run twice, to notice what the seed does not decide: one in a hundred, and of the first hundred the 9th,
     * 17th, 33rd and 65th, too.
     *
     * @param schedule its number, from 0
     * @return whether it runs twice
     */
    public static boolean runsTwice(long schedule) {
        boolean doubled = schedule >= FIRST_CHECKED && (schedule & (schedule - 1)) == 0;
        return schedule % CHECKED == 0 || doubled;
    }

    private Simulator simulator(long seed, Strategy chosen) {
        return Simulator.of(seed, chosen, realism).limit(mostEvents);
    }

    private Simulator simulator(long seed, Chooser chooser) {
        return Simulator.of(seed, strategy, realism, chooser).limit(mostEvents);
    }

    /** Somebody has interrupted the thread of the test, as the time limit of a test library does: no further run. */
    private static final class InterruptedRun extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final Throwable failure;

        InterruptedRun(Throwable failure) {
            super(failure);
            this.failure = failure;
        }
    }

    private static boolean isInterruption(@Nullable Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException) {
                return true;
            }
        }
        return Thread.currentThread().isInterrupted();
    }

    /** Runs the body once; returns what it threw. Errors of the virtual machine are thrown, and so is an interrupt. */
    private static @Nullable Throwable run(Simulator simulator, Body body) {
        Throwable thrown = null;
        try {
            body.run(simulator);
        } catch (Exception | AssertionError | StackOverflowError e) {
            thrown = e;
        }
        try {
            simulator.close();
        } catch (RuntimeException | AssertionError e) {
            thrown = thrown == null ? e : thrown;
        }
        if (isInterruption(thrown)) {
            throw new InterruptedRun(
                    thrown == null
                            ? new AssertionError("a test must not be interrupted: seed=" + simulator.seed())
                            : thrown);
        }
        return thrown;
    }

    /** Runs a schedule again; returns an error if it went another way or ended otherwise, else what the first run threw. */
    private @Nullable Throwable differing(Simulator before, Strategy chosen, Body body, @Nullable Throwable thrown) {
        Simulator again = simulator(before.seed(), chosen);
        again.record();
        Throwable thrownAgain = run(again, body);
        String difference = difference(before, again);
        if (difference == null && (thrown == null) != (thrownAgain == null)) {
            difference = BEHIND_ITS_BACK + before.seed() + ", first run=" + outcome(thrown) + ", second run="
                    + outcome(thrownAgain);
        }
        return difference == null ? thrown : new AssertionError(difference, thrown == null ? thrownAgain : thrown);
    }

    private static String outcome(@Nullable Throwable thrown) {
        return thrown == null ? "holds" : thrown.toString();
    }

    /** Returns an error if another thread has taken part, else what the run threw. */
    private static @Nullable Throwable undecided(Simulator simulator, @Nullable Throwable thrown) {
        String intrusion = simulator.intrusion();
        return intrusion == null ? thrown : new AssertionError(intrusion, thrown);
    }

    /**
     * What the seed has not decided in two runs that should be the same: the first event that differs, or the thread that has
     * sent a message or settled a promise behind the back of the simulation, even if it made no difference this time.
     *
     * @param before the first run, recorded
     * @param again the second run, recorded
     * @return a sentence; null if they are the same, and of one thread
     */
    public static @Nullable String difference(Simulator before, Simulator again) {
        String intrusion = before.intrusion() == null ? again.intrusion() : before.intrusion();
        if (before.hash() == again.hash()) {
            return intrusion;
        }
        List<SimEvent> one = before.recorded();
        List<SimEvent> other = again.recorded();
        int at = 0;
        while (at < one.size()
                && at < other.size()
                && one.get(at).name().equals(other.get(at).name())) {
            at++;
        }
        return BEHIND_ITS_BACK + before.seed() + ", event=" + at + ", first run=" + name(one, at) + ", second run="
                + name(other, at) + (intrusion == null ? "" : "\n  " + intrusion);
    }

    private static String name(List<SimEvent> events, int at) {
        return at < events.size() ? "`" + events.get(at).name() + "`" : "its end";
    }

    // ---- failures ------------------------------------------------------------------------------------------------

    private ScheduleFailure failure(
            Simulator failed, boolean recorded, Strategy chosen, Body body, Throwable cause, boolean repeatable) {
        List<SimEvent> history = List.of();
        List<Departure> departures = null;
        List<String> words = List.of();
        List<SimEvent> smallHistory = List.of();
        Path file = null;
        Simulator again = null;
        boolean failsAgain = true;
        if (failed.events() == 0) {
            words = List.of("fails before the first event");
        } else if (repeatable && recorded) {
            again = failed; // by an exhaustive search, which is no matter of a seed, or one that was repeated already
        } else if (repeatable) {
            again = simulator(failed.seed(), chosen);
            again.record();
            failsAgain = run(again, body) != null;
        }
        String intrusion = again == null ? null : again.intrusion();
        if (again != null && again.hash() == failed.hash() && failsAgain && intrusion == null) {
            history = again.recorded();
            Small small = shrink(again, body, cause);
            String disturbed = small == null ? null : small.run.intrusion();
            if (disturbed != null) {
                words = List.of("could not be repeated: " + disturbed);
            } else if (small != null) {
                departures = small.schedule.departures();
                words = small.words;
                smallHistory = small.run.recorded();
                if (directory != null) {
                    file = small.file(this, cause).write(directory);
                }
            }
        } else if (again != null) {
            again.record();
            words = List.of("could not be repeated: "
                    + (intrusion == null
                            ? "the test reads time, chance or threads behind the simulation's back"
                            : intrusion));
        }
        return new ScheduleFailure(
                failed.seed(),
                chosen,
                realism,
                failed.hash(),
                failed.events(),
                cause,
                history,
                departures,
                words,
                smallHistory,
                file);
    }

    /** Of a run after which the test was interrupted. */
    private ScheduleFailure unexplained(Simulator failed, Strategy chosen, Throwable cause) {
        return new ScheduleFailure(
                failed.seed(),
                chosen,
                realism,
                failed.hash(),
                failed.events(),
                cause,
                List.of(),
                null,
                List.of("not repeated: the thread of the test was interrupted"),
                List.of(),
                null);
    }

    /** A small failing schedule. */
    private record Small(SparseSchedule schedule, List<String> words, Simulator run) {
        ScheduleFile file(Schedules runs, Throwable cause) {
            return new ScheduleFile(
                    runs.test,
                    BuildVersion.running(),
                    run.seed(),
                    runs.realism,
                    schedule.times(),
                    run.hash(),
                    cause.toString(),
                    schedule.departures(),
                    schedule.steps());
        }
    }

    private @Nullable Small shrink(Simulator failed, Body body, Throwable cause) {
        Recording recording = failed.recording();
        if (recording == null || failed.events() > MOST_SHRUNK) {
            return null;
        }
        Reruns reruns = new Reruns(
                choosers ->
                        Simulator.of(failed.seed(), strategy, realism, choosers).limit(mostEvents),
                simulator -> run(simulator, body),
                cause);
        SparseSchedule all = new SparseSchedule(recording.waits(), recording.times(), null);
        Simulator plain = reruns.recorded(all.withWaits(List.of()));
        Shrinking shrinking = new Shrinking(
                reruns::failing,
                alone -> Shrinking.isOvertaken(
                        alone.departures(), reruns.recorded(alone).recorded(), plain.recorded()),
                reruns::work,
                SHRINKING);
        SparseSchedule smallest = shrinking.smallest(all, recording.all());
        if (smallest == null) {
            return null;
        }
        Simulator small = reruns.recorded(smallest);
        List<String> steps = small.steps().taken();
        return steps.isEmpty()
                ? new Small(smallest, words(smallest, small, plain), small)
                : withoutSteps(shrinking.fewest(smallest, steps), steps, reruns);
    }

    private static List<String> words(SparseSchedule schedule, Simulator small, Simulator plain) {
        return Shrinking.words(schedule.departures(), small.recorded(), plain.recorded());
    }

    /** The same with fewer faults and operations. */
    private static Small withoutSteps(SparseSchedule fewest, List<String> all, Reruns reruns) {
        Simulator small = reruns.recorded(fewest);
        Simulator plain = reruns.recorded(fewest.withWaits(List.of()));
        List<String> words = new ArrayList<>(words(fewest, small, plain));
        words.add(Shrinking.words(fewest.steps() == null ? all : fewest.steps(), all));
        return new Small(fewest, words, small);
    }

    /**
     * Runs the test under the schedule of a file. A file is for the commit that it was recorded with. One that is kept beside the
     * sources says {@code version: any}: its events wait in every later version of the program, too, as long as they happen.
     *
     * @param file written by {@link #writingTo}
     * @param body the same test
     * @return the events of the run, in order, if it holds now
     * @throws IllegalArgumentException if the file is no schedule, or one of another test or version
     * @throws IllegalStateException if other events happen than those that were recorded, or, in any version, if an event that
     *     waits does not happen: the program has changed
     * @throws AssertionError if the test fails as it did, or another thread has taken part; its cause is what the test threw
     */
    public List<SimEvent> replay(Path file, Body body) {
        ScheduleFile schedule = ScheduleFile.read(file);
        schedule.check(test);
        Simulator simulator = Simulator.of(
                        schedule.seed(),
                        new Strategy.FirstCome(),
                        schedule.realism(),
                        new DepartureChooser(schedule.departures(), schedule.times()))
                .limit(mostEvents);
        if (schedule.steps() != null) {
            simulator.steps().only(schedule.steps());
        }
        simulator.record();
        Throwable thrown;
        try {
            thrown = run(simulator, body);
        } catch (InterruptedRun e) {
            throw new AssertionError("a replay must not be interrupted: file=" + file + "\n  " + e.failure, e.failure);
        }
        String intrusion = simulator.intrusion();
        if (intrusion != null) {
            throw new AssertionError(intrusion, thrown); // whatever the schedule says, it has not decided
        }
        Recording recording = simulator.recording();
        if (recording != null) {
            schedule.check(recording, simulator.hash(), file, thrown);
        }
        if (thrown != null) {
            throw new AssertionError(
                    "the test fails under a recorded schedule: file=" + file + "\n  " + thrown, thrown);
        }
        return simulator.recorded();
    }
}
