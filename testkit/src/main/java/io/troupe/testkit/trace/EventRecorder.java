// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events of one trace: gives them numbers and clocks, sorts them into streams, and pauses their producers. Producers are any
 * threads; one thread, the checker, expects events. Known race: a producer that must not wait could overtake what it has left
 * here; so it leaves everything here until the last of it has been put.
 */
final class EventRecorder {
    /** More than that for one event are a run that will never bring it. */
    private static final long MOST_STEPS = 1_000_000;

    private final Thread checker;
    private final Duration limit;
    private final long began = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // ---- guarded by the lock -------------------------------------------------------------------------------------

    private final EventLog log;
    private final EventStreams streams = new EventStreams();

    /** What threads that must not wait have left here, by thread. */
    private final Map<Thread, Deque<Announcement>> left = new HashMap<>();

    /** In the order in which they were expected: what to hold back. */
    private final Set<String> confirmed = new LinkedHashSet<>();

    /** Name of the stream that the test expects an event of; empty: of none. */
    private String wanted = "";

    /** Null unless a simulation tells what happens. */
    private @Nullable SimulatedCalls simulated;

    /** In a simulation: names of events that could happen if the test expected them → their streams. */
    private final Map<String, String> withheld = new LinkedHashMap<>();

    /** Name of the event that is held back as long as possible; empty: none. */
    private final String delayed;

    private boolean delaying;
    private boolean delayOver;

    /** Announced late, as its producer does not wait. */
    private @Nullable Announcement late;

    /** The trace is over: nobody waits any more. */
    private boolean open;

    private long longestGap;

    EventRecorder(String origin, Duration limit, String delayed) {
        this.log = new EventLog(origin);
        this.checker = Thread.currentThread();
        this.limit = limit;
        this.delayed = delayed;
    }

    String origin() {
        return log.origin();
    }

    // ---- producers -----------------------------------------------------------------------------------------------

    /** Records an event; returns when its producer may go on, or at once if the thread must not wait. */
    TraceEvent pass(Announcement announcement, boolean mayWait) {
        lock.lock();
        try {
            boolean waits = mayWait && Thread.currentThread() != checker && !open;
            if (waits) {
                delay(announcement);
            }
            record(announcement);
            if (waits) {
                awaitPassing(announcement);
            } else if (!announcement.passes() && !open) {
                leave(announcement);
            }
            return announcement.recorded();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Records that a message arrives.
     *
     * @param put puts it into the mailbox
     * @return whether the caller is to put it now; false: {@code put} runs later
     */
    boolean arrive(Announcement announcement, boolean mayWait, Runnable put) {
        lock.lock();
        try {
            if (mayWait && Thread.currentThread() != checker) {
                pass(announcement, true);
                return true;
            }
            boolean withheld = !open && !delayOver && delayed.equals(log.nextName(announcement));
            if (withheld) {
                delaying = true;
                late = announcement;
                changed.signalAll();
            } else {
                record(announcement);
            }
            boolean behind = left.containsKey(Thread.currentThread());
            if (open || (announcement.passes() && !behind)) {
                return true;
            }
            announcement.put = put;
            leave(announcement);
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void leave(Announcement announcement) {
        left.computeIfAbsent(Thread.currentThread(), thread -> new ArrayDeque<>())
                .add(announcement);
    }

    private void delay(Announcement announcement) {
        if (delayOver || !delayed.equals(log.nextName(announcement))) {
            return;
        }
        delaying = true;
        changed.signalAll();
        await(() -> delayOver || open);
    }

    private void awaitPassing(Announcement announcement) {
        await(() -> announcement.passes() || open);
    }

    /** Waits for at most the limit: a test that has ended badly must not keep the threads of its system. */
    private void await(BooleanSupplier condition) {
        long rest = limit.toNanos();
        boolean interrupted = false;
        while (rest > 0 && !condition.getAsBoolean()) {
            try {
                rest = changed.awaitNanos(rest);
            } catch (InterruptedException e) {
                interrupted = true;
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void record(Announcement announcement) {
        TraceEvent event = log.add(announcement, System.nanoTime() - began, announcement.cause.recorder() == this);
        SimulatedCalls calls = simulated;
        if (calls != null) {
            announcement.madeIn = calls.madeIn(event);
            if (event.kind() == EventKind.SEND) {
                calls.sent(event);
            }
        }
        if (!open) {
            streams.enqueue(announcement, event);
        }
        changed.signalAll();
    }

    @Nullable
    TraceEvent find(long number) {
        lock.lock();
        try {
            return log.find(number);
        } finally {
            lock.unlock();
        }
    }

    // ---- simulations ---------------------------------------------------------------------------------------------

    /** From now on a simulation tells what happens, and asks before. */
    void simulate() {
        lock.lock();
        try {
            simulated = new SimulatedCalls();
        } finally {
            lock.unlock();
        }
    }

    boolean isSimulated() {
        lock.lock();
        try {
            return simulated != null;
        } finally {
            lock.unlock();
        }
    }

    private SimulatedCalls calls() {
        return Objects.requireNonNull(simulated, "a simulation must have begun");
    }

    void turnBegins(SimEvent event) {
        lock.lock();
        try {
            calls().turnBegins(event);
        } finally {
            lock.unlock();
        }
    }

    /** The number of the turn that runs, as the simulation counts turns; 0: there is none. */
    long turnOrdinal() {
        lock.lock();
        try {
            SimulatedCalls calls = simulated;
            return calls == null ? 0 : calls.turnOrdinal();
        } finally {
            lock.unlock();
        }
    }

    /** A call that was under way arrives. */
    void arrives(SimEvent event) {
        lock.lock();
        try {
            TraceEvent sent = calls().underWay(event.name());
            Announcement arrival = new Announcement(
                    EventKind.ARRIVAL,
                    event.source(),
                    event.target(),
                    sent == null ? "" : sent.label(),
                    sent == null ? null : sent.arguments(),
                    tag(sent == null ? -1 : sent.step().number()));
            arrival.ordinal = event.ordinal();
            TraceEvent arrived = pass(arrival, false);
            if (sent != null) {
                calls().arrived(sent, arrived);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The event that a message goes back to: its arrival, if it has arrived since the tag was made. */
    TraceTag latest(TraceTag tag) {
        lock.lock();
        try {
            SimulatedCalls calls = simulated;
            Long arrival = calls == null || tag.recorder() != this ? null : calls.arrivalOf(tag.number());
            return arrival == null ? tag : tag(arrival);
        } finally {
            lock.unlock();
        }
    }

    private TraceTag tag(long number) {
        return new TraceTag(this, origin(), number);
    }

    /**
     * Whether an event may happen: what its producer has left is confirmed, and it belongs to no stream or to the one that the test
     * expects an event of.
     */
    boolean admits(SimEvent next) {
        lock.lock();
        try {
            if (open) {
                return true;
            }
            if (!delayOver && delayed.equals(next.name())) {
                delaying = true;
                return false;
            }
            for (Announcement earlier : left.getOrDefault(checker, new ArrayDeque<>())) {
                if (!earlier.passes() && isBehind(next, earlier)) {
                    return false;
                }
            }
            EventStream stream = next.kind() == EventKind.ANSWER ? null : streams.of(draft(next));
            if (stream == null) {
                return true;
            }
            boolean asked = stream.name.equals(wanted) && stream.waiting.isEmpty();
            if (!asked && !stream.held) {
                withheld.put(next.name(), stream.name);
            }
            return asked && !stream.held;
        } finally {
            lock.unlock();
        }
    }

    /** All that may happen is asked about again. */
    void reopens() {
        lock.lock();
        try {
            withheld.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the run could go on if the test expected something else: then it is the test that is stuck, and time stands still. */
    boolean isTestStuck() {
        lock.lock();
        try {
            return !withheld.isEmpty() || streams.canGoOn();
        } finally {
            lock.unlock();
        }
    }

    /** An event as it would be recorded, for those who want it: with the words and arguments of the call that arrives. */
    private TraceEvent draft(SimEvent next) {
        TraceEvent sent = calls().underWay(next.name());
        if (sent == null) {
            return new TraceEvent(origin(), next, origin(), List.of(), VectorClock.ZERO);
        }
        SimEvent step = new SimEvent(
                next.number(),
                next.nanos(),
                next.kind(),
                next.source(),
                next.target(),
                next.ordinal(),
                next.cause(),
                sent.label());
        return new TraceEvent(origin(), step, origin(), sent.arguments(), VectorClock.ZERO);
    }

    /** Whether an event cannot happen while the producer of an earlier one is paused. */
    private static boolean isBehind(SimEvent next, Announcement earlier) {
        boolean made = earlier.kind == EventKind.SEND || earlier.kind == EventKind.ANSWER;
        String producer = made ? earlier.source : earlier.target;
        return switch (next.kind()) {
            case ARRIVAL ->
                earlier.kind == EventKind.SEND
                        && next.source().equals(earlier.source)
                        && next.target().equals(earlier.target)
                        && next.ordinal() >= earlier.recorded().step().ordinal();
            case ANSWER ->
                earlier.kind == EventKind.ANSWER
                        && next.source().equals(earlier.source)
                        && next.target().equals(earlier.target);
            case TURN -> earlier.kind != EventKind.ARRIVAL && next.target().equals(producer);
            case TIME, BYTES, DISK, TASK, FAULT, SEND, LINK, NOTE -> false;
        };
    }

    // ---- the checker ---------------------------------------------------------------------------------------------

    void add(String name, Predicate<? super TraceEvent> predicate) {
        lock.lock();
        try {
            streams.add(name, predicate);
        } finally {
            lock.unlock();
        }
    }

    void hold(String name, boolean held) {
        lock.lock();
        try {
            streams.get(name).held = held;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        putWhatPasses();
    }

    /** Confirms the next event of a stream. {@code step} drives a run without threads; null: threads do. */
    TraceEvent expect(String name, EventPattern pattern, @Nullable BooleanSupplier step, Duration grace) {
        Announcement next = awaitNext(name, pattern, step, grace);
        lock.lock();
        try {
            wanted = "";
            TraceEvent event = next.recorded();
            if (!pattern.matches(event)) {
                throw new AssertionError("a stream must go on as expected: stream=" + name + ", expected=" + pattern
                        + ", came=" + event + waiting());
            }
            streams.get(name).waiting.remove();
            next.confirmed = true;
            confirmed.add(next.madeIn.isEmpty() ? event.name() : next.madeIn);
            changed.signalAll();
            return event;
        } finally {
            lock.unlock();
            putWhatPasses();
        }
    }

    private Announcement awaitNext(String name, EventPattern pattern, @Nullable BooleanSupplier step, Duration grace) {
        long begin = System.nanoTime();
        long steps = 0;
        while (true) {
            lock.lock();
            try {
                wanted = name;
                Announcement head = streams.get(name).waiting.peek();
                if (head != null) {
                    longestGap = Math.max(longestGap, System.nanoTime() - begin);
                    return head;
                }
                long waited = System.nanoTime() - begin;
                if (step == null) {
                    if (!awaitChange(name, delaying && !delayOver ? grace.toNanos() : limit.toNanos() - waited)) {
                        stuck(name, pattern, "limit=" + limit);
                    }
                    continue;
                }
            } finally {
                lock.unlock();
            }
            putWhatPasses();
            if (step != null && !step.getAsBoolean() && isEmpty(name)) {
                stuck(name, pattern, "the run has nothing more to do");
            } else if (++steps == MOST_STEPS) {
                stuck(name, pattern, "the run goes on without it, steps=" + steps);
            }
        }
    }

    private boolean isEmpty(String name) {
        lock.lock();
        try {
            return streams.get(name).waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the stream has an event; false if the time is over. The lock is held. */
    private boolean awaitChange(String name, long nanos) {
        boolean wasDelaying = delaying;
        long rest = nanos;
        while (rest > 0 && streams.get(name).waiting.isEmpty() && delaying == wasDelaying) {
            try {
                rest = changed.awaitNanos(rest);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("a test must not be interrupted while it expects an event: stream=" + name, e);
            }
        }
        return rest > 0 || !streams.get(name).waiting.isEmpty() || delaying != wasDelaying;
    }

    /** Nothing comes: an event that is held back may go now, else the test has failed. */
    private void stuck(String name, EventPattern pattern, String why) {
        lock.lock();
        try {
            if (delaying && !delayOver) {
                endDelay();
                return;
            }
            throw new AssertionError(
                    "an event must come: stream=" + name + ", expected=" + pattern + ", " + why + waiting());
        } finally {
            lock.unlock();
        }
    }

    private void endDelay() {
        delayOver = true;
        Announcement announcement = late;
        late = null;
        if (announcement != null) {
            record(announcement);
        }
        changed.signalAll();
    }

    /** What waits for the checker, for errors. The lock is held. */
    private String waiting() {
        StringJoiner text = new StringJoiner(", ", "; waiting: ", "").setEmptyValue("");
        String inStreams = streams.waiting();
        if (!inStreams.isEmpty()) {
            text.add(inStreams);
        }
        withheld.forEach((event, stream) -> text.add(stream + "=[" + event + "]"));
        String heldBack = delaying && !delayOver ? "; held back: " + delayed : "";
        return text.length() == 0 && heldBack.isEmpty() ? "; nothing waits" : text + heldBack;
    }

    /** Runs what threads have left here, each thread's in its order, as far as it may go on. The checker's thread. */
    private void putWhatPasses() {
        while (true) {
            Runnable put = null;
            Deque<Announcement> from = null;
            lock.lock();
            try {
                for (Deque<Announcement> line : left.values()) {
                    Announcement head = line.peek();
                    if (head != null && (open || head.passes())) {
                        from = line;
                        put = head.put;
                        break;
                    }
                }
                if (from == null) {
                    left.values().removeIf(Deque::isEmpty);
                    return;
                }
            } finally {
                lock.unlock();
            }
            if (put != null) {
                put.run();
            }
            lock.lock();
            try {
                from.remove();
                left.values().removeIf(Deque::isEmpty);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Lets everything go on from now on. */
    void open() {
        lock.lock();
        try {
            open = true;
            if (!delayOver) {
                endDelay();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        putWhatPasses();
    }

    /** An event that is held back comes now. Returns whether there is one. */
    boolean endDelayIfAny() {
        lock.lock();
        try {
            if (!delaying || delayOver) {
                return false;
            }
            endDelay();
        } finally {
            lock.unlock();
        }
        putWhatPasses();
        return true;
    }

    /** What nobody has expected, by stream; empty if there is nothing. */
    String leftOver() {
        lock.lock();
        try {
            return streams.leftOver();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no event has come for a while. */
    void awaitQuiet(Duration quiet) {
        lock.lock();
        try {
            int seen = -1;
            while (seen != log.size()) {
                seen = log.size();
                long rest = quiet.toNanos();
                while (rest > 0 && seen == log.size()) {
                    rest = changed.awaitNanos(rest);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    List<TraceEvent> events() {
        lock.lock();
        try {
            return log.copy();
        } finally {
            lock.unlock();
        }
    }

    List<String> confirmedNames() {
        lock.lock();
        try {
            return List.copyOf(confirmed);
        } finally {
            lock.unlock();
        }
    }

    /** The longest time that the checker has waited for an event. */
    Duration longestGap() {
        lock.lock();
        try {
            return Duration.ofNanos(longestGap);
        } finally {
            lock.unlock();
        }
    }

    Duration limit() {
        return limit;
    }

    boolean isOpen() {
        lock.lock();
        try {
            return open;
        } finally {
            lock.unlock();
        }
    }
}
