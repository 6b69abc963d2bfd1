// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.core.SystemBuilder;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events of one or several actor systems: what is sent, arrives, runs and is answered. A test splits them into streams, each
 * put into one order by causality, and expects the events of each stream one by one. An event of a stream pauses its producer
 * until the test has expected it, so the order in which a test looks at two streams drives a race one way or the other. Events of
 * no stream pass. The thread that makes the trace is its checker, which alone calls its methods and is never paused; nor are the
 * loops of links: there what comes next is held back instead.
 *
 * <pre>{@code
 * Trace trace = Trace.start();
 * try (TestSystem system = TestSystem.real(trace::attach)) {
 *     trace.stream("c→s", e -> e.link("client", "server"));
 *     trace.stream("s", e -> e.at("server"));
 *     …
 *     trace.expect("c→s", sent("lookup", 5));
 *     trace.expect("s", turn("Server.lookup"));
 *     trace.finish();
 * }
 * }</pre>
 */
public final class Trace {
    /** Long enough for a garbage collection. */
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(5);

    private static final Duration QUIET = Duration.ofMillis(20);
    private static final Duration SHORTEST_GRACE = Duration.ofMillis(20);
    private static final Duration LONGEST_GRACE = Duration.ofMillis(500);
    private static final int GAPS = 10;

    private final EventRecorder recorder;
    private final Tracer tracer;
    private final Duration grace;
    private @Nullable BooleanSupplier step;
    private @Nullable SimulationGate simulation;
    private boolean finished;

    private Trace(String origin, Duration limit, String delayed, Duration grace) {
        this.recorder = new EventRecorder(origin, limit, delayed);
        this.tracer = new Tracer(recorder);
        this.grace = grace;
    }

    // ---- starting ------------------------------------------------------------------------------------------------

    /** {@return a trace without events, whose checker is the calling thread} */
    public static Trace start() {
        return named("trace");
    }

    /**
     * Starts a trace for one of several processes, whose logs are read together later.
     *
     * @param origin differs from those of the other processes; not empty
     * @return a trace without events, whose checker is the calling thread
     * @throws IllegalArgumentException if the name is empty
     */
    public static Trace named(String origin) {
        if (origin.isEmpty()) {
            throw new IllegalArgumentException("the origin of a trace must not be empty");
        }
        return new Trace(origin, DEFAULT_LIMIT, "", SHORTEST_GRACE);
    }

    /**
     * Lets a system be traced that is about to start. Without this, or {@link #attach} of another trace, a system has no trace
     * points and pays nothing. One trace per system.
     *
     * @param system that is being built
     */
    public void attach(SystemBuilder system) {
        system.carrier(tracer).listener(tracer);
    }

    /**
     * Tells how a system without threads goes on while the test expects an event.
     *
     * @param newStep lets one thing happen, and returns whether there was one: {@code TestSystem::step}
     * @return this trace
     */
    public Trace drivenBy(BooleanSupplier newStep) {
        step = Objects.requireNonNull(newStep, "step");
        return this;
    }

    /**
     * Lets the trace hold back events of a simulated run: what is not expected is not possible. Time passes only if nothing
     * else can happen, and nothing waits to be expected but events of streams that are held.
     *
     * @param run in which all systems of the trace take part
     * @return this trace
     */
    public Trace drivenBy(Simulator run) {
        recorder.simulate();
        SimulationGate gate = new SimulationGate(run, recorder);
        simulation = gate;
        step = gate::step;
        return this;
    }

    /**
     * Notes a fact in the trace of the system whose turn the calling thread runs; it pauses the turn like any other event.
     * Without a trace it does nothing.
     *
     * @param fact usually a record; compared by {@code equals}
     */
    public static void event(Object fact) {
        Tracer.note(Objects.requireNonNull(fact, "fact"));
    }

    // ---- streams -------------------------------------------------------------------------------------------------

    /**
     * Adds a stream: events from now on that meet its condition and that of no stream before it.
     *
     * @param name for {@link #expect} and for errors
     * @param condition quick and without effects; called on any thread
     * @return this trace
     * @throws IllegalArgumentException if there is a stream of this name
     */
    public Trace stream(String name, Predicate<? super TraceEvent> condition) {
        recorder.add(Objects.requireNonNull(name, "name"), Objects.requireNonNull(condition, "condition"));
        return this;
    }

    /**
     * Waits for the next event of a stream, checks it, and lets its producer go on, unless the stream is held.
     *
     * @param stream name of the stream
     * @param pattern that the event must meet
     * @return the event
     * @throws AssertionError if it does not meet the pattern, or does not come within five seconds, or never can; all producers
     *     go on then, so that the systems can be closed
     * @throws IllegalArgumentException if there is no such stream
     */
    public TraceEvent expect(String stream, EventPattern pattern) {
        try {
            return recorder.expect(stream, pattern, step, grace);
        } catch (AssertionError e) {
            end();
            throw e;
        }
    }

    /**
     * Keeps the producers of a stream paused after their events have been expected. In a simulated run a turn and an arrival of a
     * stream that is held do not happen, so they can be expected after {@link #release} only.
     *
     * @param stream name of the stream
     * @throws IllegalArgumentException if there is no such stream
     */
    public void hold(String stream) {
        recorder.hold(stream, true);
    }

    /**
     * Ends {@link #hold}: producers go on whose events have been expected meanwhile.
     *
     * @param stream name of the stream
     * @throws IllegalArgumentException if there is no such stream
     */
    public void release(String stream) {
        recorder.hold(stream, false);
    }

    /**
     * Ends the trace: from now on nothing is paused. To be called before the systems are closed. A second call has no effect.
     *
     * @throws AssertionError if streams have events that the test has not expected
     */
    public void finish() {
        if (finished) {
            return;
        }
        boolean unused = recorder.endDelayIfAny();
        quiesce();
        String left = recorder.leftOver();
        end();
        if (!left.isEmpty()) {
            throw new AssertionError("a test must expect all events of its streams: left=" + left);
        }
    }

    private void quiesce() {
        SimulationGate gate = simulation;
        BooleanSupplier next = gate == null ? step : gate::stepNow;
        if (next == null) {
            recorder.awaitQuiet(QUIET);
            return;
        }
        while (next.getAsBoolean()) {
            // what comes now is left over
        }
    }

    private void end() {
        finished = true;
        recorder.open();
        SimulationGate gate = simulation;
        if (gate != null) {
            gate.end();
        }
    }

    // ---- what was recorded ---------------------------------------------------------------------------------------

    /** {@return all events so far, in the order in which they were recorded; a copy} */
    public List<TraceEvent> events() {
        return recorder.events();
    }

    // ---- proving streams right -----------------------------------------------------------------------------------

    /**
     * Runs a test once, and then once per event that it expects, with that event held back as long as possible: ten times the
     * longest time the test has waited for an event, or until nothing else can happen. If two events of a stream are not put
     * into their order by causality, the later one comes first then, and the test fails.
     *
     * @param test makes its systems anew, attaches the given trace to them, expects what comes and closes them
     * @return how often the test ran, 1 or more
     * @throws AssertionError if the test fails, alone or with an event held back; the error names the event
     */
    public static int verify(Consumer<? super Trace> test) {
        Trace first = start();
        run(test, first);
        List<String> names = first.recorder.confirmedNames();
        Duration grace = first.recorder.longestGap().multipliedBy(GAPS);
        Duration bounded = grace.compareTo(SHORTEST_GRACE) < 0
                ? SHORTEST_GRACE
                : grace.compareTo(LONGEST_GRACE) > 0 ? LONGEST_GRACE : grace;
        int runs = 1;
        for (String name : names) {
            runs++;
            try {
                run(test, new Trace("trace", DEFAULT_LIMIT, name, bounded));
            } catch (AssertionError e) {
                throw new AssertionError(
                        "a stream must be in causal order, but with one event held back the test fails: event=" + name
                                + ", failure=" + e.getMessage(),
                        e);
            }
        }
        return runs;
    }

    private static void run(Consumer<? super Trace> test, Trace trace) {
        try {
            test.accept(trace);
            trace.finish();
        } finally {
            trace.end();
        }
    }
}
