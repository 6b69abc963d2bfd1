// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import io.troupe.testkit.history.Operation;
import io.troupe.testkit.history.OperationEnd;
import io.troupe.testkit.schedule.Departure;
import io.troupe.testkit.schedule.ScheduleFailure;
import io.troupe.testkit.schedule.SimEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A sequence diagram of a run: a lifeline per actor, boxes for turns, arrows for messages on their way, red for time and
 * faults, and brackets for the operations of a history. Repetitions are folded, and of long runs the diagram shows what
 * matters: with a violation its causal past, which is dark while all else is pale. Each method sets one thing and returns this
 * diagram. Not thread-safe.
 *
 * <pre>{@code
 * new Diagram(run.events()).title("noTwoLeaders, seed 17").violation(87, "one leader per term").write(path);
 * }</pre>
 */
public final class Diagram {
    private static final int DEFAULT_LIMIT = 200;

    private final List<SimEvent> events;
    private final List<Bracket> brackets = new ArrayList<>();
    private final SortedMap<Long, List<String>> violations = new TreeMap<>();
    private final Set<String> departures = new HashSet<>();
    private String title = "";
    private int limit = DEFAULT_LIMIT;
    private boolean perNode;

    /**
     * A diagram of some events.
     *
     * @param events of one run, by ascending number; copied
     * @throws IllegalArgumentException if they are not in order
     */
    public Diagram(Collection<SimEvent> events) {
        this.events = List.copyOf(events);
        long last = Long.MIN_VALUE;
        for (SimEvent event : this.events) {
            if (event.number() <= last) {
                throw new IllegalArgumentException(
                        "events must be ordered by number: number=" + event.number() + ", after=" + last);
            }
            last = event.number();
        }
    }

    /**
     * A diagram of a run that has failed: of the smaller one, if there is one, with the events that wait in it, and the failure
     * behind the last event.
     *
     * @param failure with its events
     * @return the diagram, for further settings
     */
    public static Diagram of(ScheduleFailure failure) {
        boolean small = !failure.smallHistory().isEmpty();
        List<SimEvent> events = small ? failure.smallHistory() : failure.history();
        List<Departure> departures = failure.departures();
        Diagram diagram = new Diagram(events)
                .title("seed " + failure.seed() + (small ? ", made small" : ""))
                .violation(events.isEmpty() ? -1 : events.get(events.size() - 1).number(), firstLine(failure.cause()));
        return small && departures != null
                ? diagram.departures(departures.stream().map(Departure::name).toList())
                : diagram;
    }

    private static String firstLine(Throwable cause) {
        String text = String.valueOf(cause.getMessage()).strip();
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    /**
     * Sets the first line.
     *
     * @param newTitle name of the test, seed; empty: none
     * @return this diagram
     */
    public Diagram title(String newTitle) {
        title = Objects.requireNonNull(newTitle, "title");
        return this;
    }

    /**
     * Adds the operations of a history.
     *
     * @param operations in any order
     * @return this diagram
     */
    public Diagram operations(Collection<Bracket> operations) {
        brackets.addAll(operations);
        return this;
    }

    /**
     * Adds the operations of a history whose clock is that of the run: they stand beside the events of their times.
     *
     * @param operations whose times are nanoseconds since the run began
     * @return this diagram
     */
    public Diagram history(Collection<? extends Operation<?>> operations) {
        for (Operation<?> operation : operations) {
            String text = operation.text();
            int arrow = text.lastIndexOf(" → ");
            long end = operation.end() == OperationEnd.INFO ? Bracket.OPEN : numberAt(operation.endTime());
            brackets.add(new Bracket(
                    operation.client(),
                    arrow < 0 ? text : text.substring(0, arrow),
                    arrow < 0 ? "" : text.substring(arrow + 1),
                    numberAt(operation.startTime()),
                    end));
        }
        return this;
    }

    /** Number of the last event that had happened at a time; -1 before the first. */
    private long numberAt(long nanos) {
        long number = -1;
        for (SimEvent event : events) {
            if (event.nanos() > nanos) {
                break;
            }
            number = event.number();
        }
        return number;
    }

    /**
     * Adds a violation: its causal past becomes dark, all else pale.
     *
     * @param event number of the event after which it was found; of one that the diagram does not have, the last before it
     *     counts
     * @param rule that was broken
     * @return this diagram
     */
    public Diagram violation(long event, String rule) {
        violations.computeIfAbsent(event, number -> new ArrayList<>()).add(Objects.requireNonNull(rule, "rule"));
        return this;
    }

    /**
     * Marks events that were held back on purpose: what is left of a schedule after it was made small.
     *
     * @param names of events, see {@link SimEvent#name()}
     * @return this diagram
     */
    public Diagram departures(Collection<String> names) {
        departures.addAll(names);
        return this;
    }

    /**
     * Shows one lifeline per node in place of one per actor. What happens between actors of a node is then seen as a loop.
     *
     * @return this diagram
     */
    public Diagram perNode() {
        perNode = true;
        return this;
    }

    /**
     * Sets how many events are shown at most, an event that repeats counting once.
     *
     * @param newLimit at least 1; default 200
     * @return this diagram
     * @throws IllegalArgumentException if it is less than 1
     */
    public Diagram limit(int newLimit) {
        if (newLimit < 1) {
            throw new IllegalArgumentException("limit must be at least 1: limit=" + newLimit);
        }
        limit = newLimit;
        return this;
    }

    /** {@return the picture: a complete SVG file without references to others} */
    public String svg() {
        return new SvgPainter(scene()).paint();
    }

    /** {@return the picture as text in plain characters; lines are as long as the lifelines need} */
    public String text() {
        return new TextPainter(scene(), false).paint();
    }

    /** {@return the picture as {@link #text}, with the colours and intensities of ANSI terminals} */
    public String colouredText() {
        return new TextPainter(scene(), true).paint();
    }

    /**
     * Writes the picture: text if the name ends with {@code .txt}, else SVG. Makes missing folders and replaces a file that
     * is there.
     *
     * @param file to write
     * @throws UncheckedIOException if that fails
     */
    public void write(Path file) {
        Path name = file.getFileName();
        String content = name != null && name.toString().endsWith(".txt") ? text() : svg();
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException("a diagram must be written: file=" + file, e);
        }
    }

    private Scene scene() {
        return new SceneBuilder(events, brackets, violations, departures, limit, perNode).build(title);
    }
}
