// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Traces of real runs that nobody has traced: flight recordings of one process, and what a tap has seen between two. They have
 * names, times and labels as other traces, for pictures and for patterns; of causes they know only which call an answer belongs to.
 */
public final class RealRuns {
    private static final String OUTSIDE = "outside";

    private static final JsonFactory JSON = new JsonFactory();

    private RealRuns() {}

    // ---- flight recordings ---------------------------------------------------------------------------------------

    /**
     * Reads the events of this library from a flight recording: turns as {@link EventKind#TURN}, links as
     * {@link EventKind#LINK}, dead letters and failures as {@link EventKind#NOTE}. A recording has the turns that were longer
     * than its threshold for {@code io.troupe.Turn}.
     *
     * @param file with the suffix {@code jfr}
     * @return the events, in order of beginning; times count from the first one
     * @throws UncheckedIOException if the file cannot be read, or is no recording
     */
    public static List<TraceEvent> ofRecording(Path file) {
        List<RecordedEvent> events = new ArrayList<>();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                events.add(recording.readEvent());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a flight recording must be readable: file=" + file, e);
        }
        events.sort(Comparator.comparing(RecordedEvent::getStartTime));
        Steps steps = new Steps();
        events.forEach(event -> add(event, steps));
        return CausalOrder.of(steps.all);
    }

    private static void add(RecordedEvent event, Steps steps) {
        Instant at = event.getStartTime();
        switch (event.getEventType().getName()) {
            case "io.troupe.Turn" -> {
                String actor = event.getString("actor");
                String label = event.getLong("messages") + " messages in "
                        + event.getDuration().toNanos() / 1_000 + " µs";
                steps.add(at, EventKind.TURN, actor, actor, -1, label);
            }
            case "io.troupe.Link" ->
                steps.add(
                        at,
                        EventKind.LINK,
                        OUTSIDE,
                        event.getString("peer"),
                        -1,
                        event.getBoolean("up") ? "up" : "down");
            case "io.troupe.DeadLetter" -> {
                String target = event.getString("target");
                String label = "dead letter " + event.getString("method") + ": " + event.getString("reason");
                steps.add(at, EventKind.NOTE, target, target, -1, label);
            }
            case "io.troupe.Failure" -> {
                String actor = event.getString("actor");
                String label = event.getString("cause") + ": " + event.getString("decision");
                steps.add(at, EventKind.NOTE, actor, actor, -1, label);
            }
            default -> {} // of the virtual machine, or of others
        }
    }

    // ---- taps ----------------------------------------------------------------------------------------------------

    /**
     * Reads the lines that a tap of links has written, one object of JSON each. The two sides of link 3 are {@code dialler-3}
     * and {@code listener-3}, and a target is a part of its side: {@code listener-3/table}. Calls are {@link EventKind#SEND},
     * replies {@link EventKind#ANSWER}, all other frames {@link EventKind#NOTE}.
     *
     * @param file of text
     * @return the frames in order; times count from the first one
     * @throws IllegalArgumentException if a line is no frame; one sentence says where
     * @throws UncheckedIOException if the file cannot be read
     */
    public static List<TraceEvent> ofTap(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("a file of a tap must be readable: file=" + file, e);
        }
        Steps steps = new Steps();
        Map<String, SimEvent> calls = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            try {
                frame(fields(lines.get(i)), steps, calls);
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new IllegalArgumentException(
                        "a line must be a frame of a tap: problem=" + e.getMessage() + ", line=" + (i + 1) + ", file="
                                + file,
                        e);
            }
        }
        return CausalOrder.of(steps.all);
    }

    private static void frame(Map<String, String> fields, Steps steps, Map<String, SimEvent> calls) {
        Instant at = Instant.parse(field(fields, "time"));
        String link = field(fields, "link");
        boolean fromDialler = field(fields, "from").equals(">");
        String type = field(fields, "frame");
        String from = (fromDialler ? "dialler-" : "listener-") + link;
        String to = (fromDialler ? "listener-" : "dialler-") + link;
        String stream = fields.getOrDefault("stream", "");
        switch (type) {
            case "tell", "call" -> {
                String target = field(fields, "target");
                SimEvent call = steps.add(at, EventKind.SEND, from, to + "/" + target, -1, label(target, fields));
                if (type.equals("call")) {
                    calls.put(link + (fromDialler ? ">" : "<") + stream, call);
                }
            }
            case "reply", "fail" -> {
                SimEvent call = calls.remove(link + (fromDialler ? "<" : ">") + stream);
                String label = fields.getOrDefault("value", type);
                if (call == null) {
                    steps.add(at, EventKind.ANSWER, from, to, -1, label); // the tap has not seen the call
                } else {
                    String answerer = call.target();
                    String caller = call.source();
                    steps.add(at, EventKind.ANSWER, answerer, caller, call.number(), label);
                }
            }
            default -> steps.add(at, EventKind.NOTE, from, from, -1, type);
        }
    }

    private static String label(String target, Map<String, String> fields) {
        String method = fields.getOrDefault("method", "");
        int types = method.indexOf('(');
        String arguments = fields.getOrDefault("arguments", "");
        String bare = arguments.startsWith("[") ? arguments.substring(1, arguments.length() - 1) : arguments;
        return target + "." + (types < 0 ? method : method.substring(0, types)) + "(" + bare + ")";
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("it must have a field '" + name + "'");
        }
        return value;
    }

    /** Texts as they are, all else as JSON. */
    private static Map<String, String> fields(String line) {
        Map<String, String> fields = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it must be an object of JSON");
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                JsonToken token = parser.nextToken();
                if (token == JsonToken.VALUE_STRING) {
                    fields.put(name, parser.getText());
                } else {
                    StringWriter text = new StringWriter();
                    try (JsonGenerator copy = JSON.createGenerator(text)) {
                        copy.copyCurrentStructure(parser);
                    }
                    fields.put(name, text.toString());
                }
            }
            return fields;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage().replaceAll("\\R", " "), e);
        } catch (IOException e) {
            throw new UncheckedIOException("a line must be read from memory", e);
        }
    }

    /** Events so far, with their numbers. */
    private static final class Steps {
        final List<SimEvent> all = new ArrayList<>();
        private final Map<String, Integer> ordinals = new HashMap<>();
        private @Nullable Instant first;

        SimEvent add(Instant at, EventKind kind, String source, String target, long cause, String label) {
            if (first == null) {
                first = at;
            }
            int ordinal = ordinals.merge(SimEvent.name(kind, source, target, 0), 1, Integer::sum);
            long nanos = Duration.between(first, at).toNanos();
            SimEvent step = new SimEvent(all.size(), nanos, kind, source, target, ordinal, cause, label);
            all.add(step);
            return step;
        }
    }
}
