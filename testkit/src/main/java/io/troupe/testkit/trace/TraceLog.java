// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Events as lines of JSON, one object each:
 * {@code origin, number, nanos, kind, source, target, ordinal, cause, causeOrigin, label}. Arguments are kept as the text of
 * the label only. Logs of several processes that have called each other are read together: then events of one happen before
 * events of another. Within a call between two processes the answer is known to come after the turn of the call.
 */
public final class TraceLog {
    private static final Set<String> FIELDS =
            Set.of("origin", "number", "nanos", "kind", "source", "target", "ordinal", "cause", "causeOrigin", "label");

    private static final Map<String, EventKind> KINDS =
            Arrays.stream(EventKind.values()).collect(Collectors.toMap(EventKind::word, kind -> kind));

    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .highestNonEscapedChar(Character.MIN_SURROGATE - 1) // halves of characters would not survive UTF-8
            .build();

    private TraceLog() {}

    // ---- writing -------------------------------------------------------------------------------------------------

    /**
     * Writes events to a file, which is replaced if it is there.
     *
     * @param file to write
     * @param events in any order
     * @throws UncheckedIOException if that fails
     */
    public static void write(Path file, Collection<TraceEvent> events) {
        try {
            Files.writeString(file, lines(events));
        } catch (IOException e) {
            throw new UncheckedIOException("a trace must be written: file=" + file, e);
        }
    }

    /**
     * The lines for some events.
     *
     * @param events in any order
     * @return text that ends with a line end, or nothing
     */
    public static String lines(Collection<TraceEvent> events) {
        StringWriter out = new StringWriter();
        try {
            for (TraceEvent event : events) {
                write(event, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a line must be written to memory", e);
        }
        return out.toString();
    }

    private static void write(TraceEvent event, StringWriter out) throws IOException {
        SimEvent step = event.step();
        try (JsonGenerator line = JSON.createGenerator(out)) {
            line.writeStartObject();
            line.writeStringField("origin", event.origin());
            line.writeNumberField("number", step.number());
            line.writeNumberField("nanos", step.nanos());
            line.writeStringField("kind", step.kind().word());
            line.writeStringField("source", step.source());
            line.writeStringField("target", step.target());
            line.writeNumberField("ordinal", step.ordinal());
            line.writeNumberField("cause", step.cause());
            line.writeStringField("causeOrigin", event.causeOrigin());
            line.writeStringField("label", step.label());
            line.writeEndObject();
        }
        out.append('\n');
    }

    // ---- reading -------------------------------------------------------------------------------------------------

    /**
     * Reads the logs of one or several processes.
     *
     * @param files written by {@link #write}, one per process or more
     * @return all events, in an order that causality allows, with their clocks
     * @throws IllegalArgumentException if a line is damaged, an event is there twice, or causes go round in a circle; one
     *     sentence says where
     * @throws UncheckedIOException if a file cannot be read
     */
    public static List<TraceEvent> read(Path... files) {
        List<TraceEvent> all = new ArrayList<>();
        for (Path file : files) {
            try (BufferedReader reader = Files.newBufferedReader(file)) {
                readAll(reader, String.valueOf(file), all);
            } catch (MalformedInputException e) {
                throw new IllegalArgumentException("a trace must be UTF-8: file=" + file, e);
            } catch (IOException e) {
                throw new UncheckedIOException("a trace must be readable: file=" + file, e);
            }
        }
        return ordered(all);
    }

    /**
     * Reads lines from memory.
     *
     * @param lines of one or several processes
     * @return as for {@link #read}
     * @throws IllegalArgumentException as for {@link #read}
     */
    public static List<TraceEvent> parse(String lines) {
        List<TraceEvent> all = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new StringReader(lines))) {
            readAll(reader, "memory", all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ordered(all);
    }

    private static void readAll(BufferedReader reader, String file, List<TraceEvent> all) throws IOException {
        int number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            number++;
            try {
                all.add(event(fields(line)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(e.getMessage() + ", line=" + number + ", file=" + file, e);
            }
        }
    }

    /** Texts and whole numbers in one object. */
    private static Map<String, Object> fields(String line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw broken("a line of a trace must be a JSON object", parser);
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                Object value =
                        switch (parser.nextToken()) {
                            case VALUE_STRING -> parser.getText();
                            case VALUE_NUMBER_INT -> parser.getLongValue();
                            default -> throw broken("a value must be a text or a whole number", parser);
                        };
                fields.put(name, value);
            }
            if (parser.nextToken() != null) {
                throw broken("a line must end behind its object", parser);
            }
            return fields;
        } catch (JsonProcessingException e) {
            String problem = e.getOriginalMessage().replaceAll(" \\(start marker.*|\\R", "");
            String column =
                    e.getLocation() == null ? "" : ", column=" + e.getLocation().getColumnNr();
            throw new IllegalArgumentException("a line of a trace must be strict JSON: problem=" + problem + column, e);
        } catch (IOException e) {
            throw new UncheckedIOException("a line must be read from memory", e);
        }
    }

    private static IllegalArgumentException broken(String rule, JsonParser parser) throws IOException {
        String found = parser.currentToken() == null ? "nothing" : parser.getText();
        return new IllegalArgumentException(rule + ": found=" + found + ", column="
                + parser.currentTokenLocation().getColumnNr());
    }

    private static TraceEvent event(Map<String, Object> fields) {
        if (!fields.keySet().equals(FIELDS)) {
            throw new IllegalArgumentException(
                    "a line of a trace must have the fields of an event: fields=" + fields.keySet());
        }
        String word = text(fields, "kind");
        EventKind kind = KINDS.get(word);
        if (kind == null) {
            throw new IllegalArgumentException("a kind of event must be known: kind=" + word);
        }
        SimEvent step = new SimEvent(
                atLeast(0, fields, "number"),
                number(fields, "nanos"),
                kind,
                text(fields, "source"),
                text(fields, "target"),
                atLeast(1, fields, "ordinal"),
                atLeast(-1, fields, "cause"),
                text(fields, "label"));
        return new TraceEvent(text(fields, "origin"), step, text(fields, "causeOrigin"), null, VectorClock.ZERO);
    }

    private static String text(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("a field of a trace must be a text: field=" + name);
    }

    private static long number(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("a field of a trace must be a whole number: field=" + name);
    }

    private static long atLeast(long least, Map<String, Object> fields, String name) {
        long value = number(fields, name);
        if (value < least) {
            throw new IllegalArgumentException(
                    "a number of a trace must be at least " + least + ": field=" + name + ", value=" + value);
        }
        return value;
    }

    // ---- clocks --------------------------------------------------------------------------------------------------

    /** Which event, in which process. */
    private record Id(String origin, long number) {}

    /**
     * Puts causes before what they cause and gives clocks. Events of one process stay in its order. An event whose cause is in no
     * log counts as if it had none.
     */
    private static List<TraceEvent> ordered(List<TraceEvent> all) {
        Map<String, Deque<TraceEvent>> logs = new LinkedHashMap<>();
        Map<Id, TraceEvent> known = new HashMap<>();
        for (TraceEvent event : all) {
            if (known.put(id(event), event) != null) {
                throw new IllegalArgumentException("an event must be in one log: event=" + event + ", number="
                        + event.step().number() + ", origin=" + event.origin());
            }
        }
        all.stream()
                .sorted((a, b) -> Long.compare(a.step().number(), b.step().number()))
                .forEach(event -> logs.computeIfAbsent(event.origin(), origin -> new ArrayDeque<>())
                        .add(event));
        Map<Id, Id> turns = turnsOfCalls(known);
        Map<Id, TraceEvent> done = new HashMap<>();
        List<TraceEvent> ordered = new ArrayList<>();
        CausalOrder order = new CausalOrder();
        while (ordered.size() < all.size()) {
            int before = ordered.size();
            for (Deque<TraceEvent> log : logs.values()) {
                while (!log.isEmpty() && isReady(log.peek(), known, done, turns)) {
                    TraceEvent event = log.remove();
                    TraceEvent clocked = clocked(event, order, done, turns);
                    done.put(id(event), clocked);
                    ordered.add(clocked);
                }
            }
            if (ordered.size() == before) {
                String stuck = logs.values().stream()
                        .filter(log -> !log.isEmpty())
                        .map(log -> log.element().origin() + "#"
                                + log.element().step().number())
                        .collect(Collectors.joining(", "));
                throw new IllegalArgumentException("causes must not go round in a circle: events=" + stuck);
            }
        }
        return ordered;
    }

    private static Id id(TraceEvent event) {
        return new Id(event.origin(), event.step().number());
    }

    private static Id causeOf(TraceEvent event) {
        return new Id(event.causeOrigin(), event.step().cause());
    }

    /** Sending of a call → the turn that it has brought in another process. */
    private static Map<Id, Id> turnsOfCalls(Map<Id, TraceEvent> known) {
        Map<Id, Id> turns = new HashMap<>();
        for (TraceEvent turn : known.values()) {
            TraceEvent arrival = turn.kind() == EventKind.TURN ? known.get(causeOf(turn)) : null;
            TraceEvent sent =
                    arrival != null && arrival.kind() == EventKind.ARRIVAL ? known.get(causeOf(arrival)) : null;
            if (sent != null && sent.kind() == EventKind.SEND && !sent.origin().equals(turn.origin())) {
                turns.put(id(sent), id(turn));
            }
        }
        return turns;
    }

    private static List<Id> causes(TraceEvent event, Map<Id, Id> turns) {
        Id cause = causeOf(event);
        Id turn = event.kind() == EventKind.ANSWER ? turns.get(cause) : null;
        return turn == null ? List.of(cause) : List.of(cause, turn);
    }

    private static boolean isReady(
            @Nullable TraceEvent event, Map<Id, TraceEvent> known, Map<Id, TraceEvent> done, Map<Id, Id> turns) {
        return causes(Objects.requireNonNull(event), turns).stream()
                .allMatch(cause -> done.containsKey(cause) || !known.containsKey(cause));
    }

    private static TraceEvent clocked(
            TraceEvent event, CausalOrder order, Map<Id, TraceEvent> done, Map<Id, Id> turns) {
        VectorClock cause = VectorClock.ZERO;
        for (Id id : causes(event, turns)) {
            TraceEvent earlier = done.get(id);
            cause = earlier == null ? cause : cause.merge(earlier.clock());
        }
        return new TraceEvent(
                event.origin(),
                event.step(),
                event.causeOrigin(),
                null,
                order.next(event.origin(), event.step(), cause));
    }
}
