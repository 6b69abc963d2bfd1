// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore.CallQuestion;
import io.troupe.cluster.store.StateStore.RememberedCall;
import io.troupe.cluster.store.StateStore.StoredJournal;
import io.troupe.cluster.store.StoredCall;
import io.troupe.cluster.store.StoredState;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of many keys by one statement. Never more than a look into the index per key, however few rows there were when it
 * was planned (lateral). The driver has the whole answer of a statement in memory: so data beyond {@link #ANSWER_BYTES} is
 * null, and left for the next one.
 */
record PostgresReads(Connection connection) {
    private static final long ANSWER_BYTES = 4 << 20;

    private static final String STATES = ofKeys("troupe_state");
    private static final String SNAPSHOTS = ofKeys("troupe_snapshot");

    private static final String EVENTS = "select w.place, e.version, e.format,"
            + " case when sum(length(e.data)) over (order by w.place, e.version rows unbounded preceding) - length(e.data) < ?"
            + " then e.data end, e.at"
            + " from unnest(?::text[], ?::text[], ?::bigint[]) with ordinality as w (type, key, after, place)"
            + " cross join lateral (select version, format, data, at from troupe_event where type = w.type and key = w.key"
            + " and version > w.after order by version limit " + StoredJournal.PAGE + ") as e"
            + " order by w.place, e.version";

    private static final String CALLS = "select w.place, c.method,"
            + " case when sum(length(c.reply)) over (rows unbounded preceding) - length(c.reply) < ? then c.reply end,"
            + " c.expires from unnest(?::text[], ?::text[], ?::text[]) with ordinality as w (type, key, id, place)"
            + " cross join lateral (select method, reply, expires from troupe_call where type = w.type and key = w.key"
            + " and id = w.id offset 0) as c";

    private static final String IDS = "select w.place, c.id"
            + " from unnest(?::text[], ?::text[], ?::int[]) with ordinality as w (type, key, most, place)"
            + " cross join lateral (select id from troupe_call where type = w.type and key = w.key limit w.most) as c";

    private static String ofKeys(String table) {
        return "select s.version, s.format,"
                + " case when sum(length(s.data)) over (rows unbounded preceding) - length(s.data) < ? then s.data end,"
                + " w.type, w.key from unnest(?::text[], ?::text[]) as w (type, key) cross join lateral"
                + " (select version, format, data from " + table
                + " where type = w.type and key = w.key offset 0) as s";
    }

    void states(List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredState> found) throws SQLException {
        List<StateKey> left = keys;
        while (!left.isEmpty()) {
            left = some(STATES, left, found);
        }
    }

    /** Snapshots of one answer, then the events behind them. */
    void journals(List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredJournal> found) throws SQLException {
        List<StateKey> left = keys;
        while (!left.isEmpty()) {
            Map<StateKey, StoredJournal> begun = new LinkedHashMap<>();
            left = some(
                    SNAPSHOTS, left, (key, snapshot) -> begun.put(key, new StoredJournal(snapshot, new ArrayList<>())));
            while (!begun.isEmpty()) {
                Set<StateKey> unfinished = events(begun);
                begun.entrySet().removeIf(each -> {
                    boolean finished = !unfinished.contains(each.getKey());
                    if (finished) {
                        found.accept(each.getKey(), each.getValue());
                    }
                    return finished;
                });
            }
        }
    }

    void calls(List<CallQuestion> questions, BiConsumer<CallQuestion, @Nullable RememberedCall> found)
            throws SQLException {
        Map<CallQuestion, List<String>> ids =
                ids(questions.stream().filter(each -> each.mostIds() > 0).toList());
        List<CallQuestion> left = questions;
        while (!left.isEmpty()) {
            left = someCalls(
                    left, (question, call) -> found.accept(question, new RememberedCall(call, ids.get(question))));
        }
    }

    /** One statement. Returns the keys whose rows were too many bytes for it. */
    private List<StateKey> some(String sql, List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredState> found)
            throws SQLException {
        Set<StateKey> missing = new LinkedHashSet<>(keys);
        List<StateKey> left = new ArrayList<>();
        try (PreparedStatement read = connection.prepareStatement(sql)) {
            read.setLong(1, ANSWER_BYTES);
            read.setArray(2, texts(keys, StateKey::type));
            read.setArray(3, texts(keys, StateKey::key));
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    StateKey key = new StateKey(rows.getString(4), rows.getString(5));
                    byte[] data = rows.getBytes(3);
                    missing.remove(key);
                    if (data == null) {
                        left.add(key);
                    } else {
                        found.accept(key, new StoredState(rows.getLong(1), rows.getInt(2), data));
                    }
                }
            }
        }
        missing.forEach(key -> found.accept(key, null));
        return left;
    }

    /** One statement, whose events are added. Returns the keys that may have more. */
    private Set<StateKey> events(Map<StateKey, StoredJournal> journals) throws SQLException {
        List<StateKey> keys = List.copyOf(journals.keySet());
        List<StoredJournal> values = List.copyOf(journals.values());
        Long[] after = values.stream().map(PostgresReads::newest).toArray(Long[]::new);
        int[] read = new int[keys.size()];
        Set<StateKey> unfinished = new LinkedHashSet<>();
        try (PreparedStatement events = connection.prepareStatement(EVENTS)) {
            events.setLong(1, ANSWER_BYTES);
            events.setArray(2, texts(keys, StateKey::type));
            events.setArray(3, texts(keys, StateKey::key));
            events.setArray(4, connection.createArrayOf("int8", after));
            try (ResultSet rows = events.executeQuery()) {
                while (rows.next()) {
                    int place = rows.getInt(1) - 1;
                    byte[] data = rows.getBytes(4);
                    read[place]++;
                    if (data == null || read[place] == StoredJournal.PAGE) {
                        unfinished.add(keys.get(place));
                    }
                    if (data != null) {
                        values.get(place)
                                .events()
                                .add(new StoredEvent(rows.getLong(2), rows.getInt(3), data, rows.getLong(5)));
                    }
                }
            }
        }
        return unfinished;
    }

    private static long newest(StoredJournal journal) {
        List<StoredEvent> events = journal.events();
        if (!events.isEmpty()) {
            return events.get(events.size() - 1).version();
        }
        return journal.snapshot() == null ? 0 : journal.snapshot().version();
    }

    private Map<CallQuestion, List<String>> ids(List<CallQuestion> questions) throws SQLException {
        Map<CallQuestion, List<String>> ids = new HashMap<>();
        if (questions.isEmpty()) {
            return ids;
        }
        List<List<String>> found = questions.stream()
                .map(each -> ids.computeIfAbsent(each, question -> new ArrayList<>()))
                .toList();
        try (PreparedStatement read = connection.prepareStatement(IDS)) {
            read.setArray(1, texts(questions, each -> each.key().type()));
            read.setArray(2, texts(questions, each -> each.key().key()));
            read.setArray(
                    3,
                    connection.createArrayOf(
                            "int4",
                            questions.stream().map(CallQuestion::mostIds).toArray(Integer[]::new)));
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    found.get(rows.getInt(1) - 1).add(rows.getString(2));
                }
            }
        }
        return ids;
    }

    /** One statement. Returns the questions whose replies were too many bytes for it. */
    private List<CallQuestion> someCalls(
            List<CallQuestion> questions, BiConsumer<CallQuestion, @Nullable StoredCall> found) throws SQLException {
        Set<CallQuestion> missing = new LinkedHashSet<>(questions);
        List<CallQuestion> left = new ArrayList<>();
        try (PreparedStatement read = connection.prepareStatement(CALLS)) {
            read.setLong(1, ANSWER_BYTES);
            read.setArray(2, texts(questions, each -> each.key().type()));
            read.setArray(3, texts(questions, each -> each.key().key()));
            read.setArray(4, texts(questions, CallQuestion::id));
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    CallQuestion question = questions.get(rows.getInt(1) - 1);
                    byte[] reply = rows.getBytes(3);
                    missing.remove(question);
                    if (reply == null) {
                        left.add(question);
                    } else {
                        found.accept(
                                question, new StoredCall(question.id(), rows.getString(2), reply, rows.getLong(4)));
                    }
                }
            }
        }
        missing.forEach(question -> found.accept(question, null));
        return left;
    }

    private <T> Array texts(List<T> list, Function<T, String> text) throws SQLException {
        return connection.createArrayOf("text", list.stream().map(text).toArray(String[]::new));
    }
}
