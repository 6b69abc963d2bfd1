// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The format of histories in files: one line of JSON per event, in the order of the events, so that logs of real runs
 * can be written by any program and checked here.
 *
 * <pre>
 *   {"time":12,"id":3,"client":"c1","type":"invoke","call":["write","x",7]}
 *   {"time":15,"id":3,"client":"c1","type":"ok","result":null}
 * </pre>
 *
 * {@code id} tells operations apart. {@code type} is {@code invoke}, {@code ok}, {@code fail} or {@code info}; an
 * operation without an end counts as {@code info}. {@code time} is a whole number that does not fall. Values are
 * null, booleans, numbers, texts and lists; whole numbers are read as {@code Long}, others as {@code Double}. A line
 * that breaks a rule is refused, and with it the log. Immutable; any thread.
 *
 * @param <O> type of the operations
 */
public final class HistoryLog<O> {
    private static final Set<String> INVOKE_FIELDS = Set.of("time", "id", "client", "type", "call");
    private static final Set<String> OK_FIELDS = Set.of("time", "id", "client", "type", "result");
    private static final Set<String> END_FIELDS = Set.of("time", "id", "client", "type");

    private final Function<? super O, ? extends Object> toJson;
    private final Function<? super Object, ? extends O> fromJson;

    private HistoryLog(Function<? super O, ? extends Object> toJson, Function<? super Object, ? extends O> fromJson) {
        this.toJson = Objects.requireNonNull(toJson, "toJson");
        this.fromJson = Objects.requireNonNull(fromJson, "fromJson");
    }

    /** {@return the format for {@link Op}: a list of action, key and arguments} */
    public static HistoryLog<Op> ofOps() {
        return new HistoryLog<>(HistoryLog::listOf, HistoryLog::opOf);
    }

    /**
     * {@return the format for {@link ListTransaction}: a list of {@code ["append",key,value]} and
     * {@code ["read",key]}}
     */
    public static HistoryLog<ListTransaction> ofTransactions() {
        return new HistoryLog<>(ListTransaction::toLists, ListTransaction::ofLists);
    }

    /**
     * The format for operations of one's own.
     *
     * @param <O> type of the operations
     * @param toJson makes null, a boolean, number, text or list out of an operation
     * @param fromJson makes an operation out of that; an IllegalArgumentException refuses it
     * @return the format
     */
    public static <O> HistoryLog<O> of(
            Function<? super O, ? extends Object> toJson, Function<? super Object, ? extends O> fromJson) {
        return new HistoryLog<>(toJson, fromJson);
    }

    private static List<@Nullable Object> listOf(Op op) {
        List<@Nullable Object> list = new ArrayList<>();
        list.add(op.action());
        list.add(op.key());
        list.addAll(op.arguments());
        return list;
    }

    private static Op opOf(Object json) {
        if (json instanceof List<?> list
                && list.size() >= 2
                && list.get(0) instanceof String action
                && list.get(1) instanceof String key) {
            return new Op(action, key, new ArrayList<@Nullable Object>(list.subList(2, list.size())));
        }
        throw new IllegalArgumentException("a call must be a list of action, key and arguments: call=" + json);
    }

    /**
     * Writes all events of a history so far.
     *
     * @param history to write
     * @param out where to; not closed
     * @throws IOException if that fails
     * @throws IllegalArgumentException if a call or a result has values that the format does not have
     */
    public void write(History<O> history, Writer out) throws IOException {
        for (History.Event<O> event : history.events()) {
            Operation<O> operation = event.invocation().operation();
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("time", event.isEnd() ? operation.endTime() : operation.startTime());
            fields.put("id", operation.number());
            fields.put("client", operation.client());
            if (!event.isEnd()) {
                fields.put("type", "invoke");
                fields.put("call", toJson.apply(operation.call()));
            } else {
                fields.put("type", operation.end().word());
                if (operation.end() == OperationEnd.OK) {
                    fields.put("result", operation.result());
                }
            }
            out.write(JsonLine.write(fields));
            out.write('\n');
        }
    }

    /**
     * Reads a history.
     *
     * @param in the lines; not closed
     * @return the history, which can go on
     * @throws IOException if reading fails
     * @throws IllegalArgumentException if a line is damaged; the message has the rule and the number of the line,
     *     from 1
     */
    public History<O> read(Reader in) throws IOException {
        History<O> history = new History<>();
        Map<Object, Invocation<O>> running = new HashMap<>();
        BufferedReader lines = in instanceof BufferedReader buffered ? buffered : new BufferedReader(in);
        long number = 0;
        long latest = Long.MIN_VALUE;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            try {
                latest = event(JsonLine.read(line), latest, history, running);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(e.getMessage() + ", line=" + number, e);
            }
        }
        return history;
    }

    private long event(
            Map<String, @Nullable Object> fields, long latest, History<O> history, Map<Object, Invocation<O>> running) {
        long time = number(fields, "time");
        if (time < latest) {
            throw new IllegalArgumentException("time must not fall: time=" + time + ", before=" + latest);
        }
        Long id = number(fields, "id");
        String client = text(fields, "client");
        String type = text(fields, "type");
        if (type.equals("invoke")) {
            requireFields(fields, INVOKE_FIELDS);
            if (running.containsKey(id)) {
                throw new IllegalArgumentException("an operation must begin once: id=" + id);
            }
            O call = fromJson.apply(Objects.requireNonNullElse(fields.get("call"), List.of()));
            running.put(id, history.beginAt(client, call, time));
            return time;
        }
        OperationEnd end =
                switch (type) {
                    case "ok" -> OperationEnd.OK;
                    case "fail" -> OperationEnd.FAIL;
                    case "info" -> OperationEnd.INFO;
                    default ->
                        throw new IllegalArgumentException(
                                "a type must be one of invoke, ok, fail, info: type=" + type);
                };
        requireFields(fields, end == OperationEnd.OK ? OK_FIELDS : END_FIELDS);
        Invocation<O> invocation = running.get(id);
        if (invocation == null || invocation.isEnded()) {
            throw new IllegalArgumentException("an operation must begin before it ends, and end once: id=" + id);
        }
        if (!invocation.operation().client().equals(client)) {
            throw new IllegalArgumentException("an operation must end at its client: id=" + id + ", client=" + client);
        }
        history.endAt(invocation, end, fields.get("result"), time);
        return time;
    }

    private static void requireFields(Map<String, @Nullable Object> fields, Set<String> names) {
        if (!fields.keySet().equals(names)) {
            throw new IllegalArgumentException("a line must have the fields of its type: fields="
                    + String.join(" ", fields.keySet()) + ", expected="
                    + String.join(" ", names.stream().sorted().toList()));
        }
    }

    private static long number(Map<String, @Nullable Object> fields, String name) {
        if (fields.get(name) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException(
                "a field must be a whole number: field=" + name + ", found=" + fields.get(name));
    }

    private static String text(Map<String, @Nullable Object> fields, String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("a field must be a text: field=" + name + ", found=" + fields.get(name));
    }
}
