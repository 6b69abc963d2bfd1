// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.jdbc;

import io.troupe.bench.cluster.stack.Answer;
import io.troupe.bench.cluster.stack.Store;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** One thread and its connection, which does at once whatever has come while it was busy: one statement for all of it. */
final class RowWorker {
    private static final int MOST = 1_000;

    private final Connection connection;
    private final boolean file;
    private final BlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
    /** How often each key was updated; all keys of this worker are its own. */
    private final Map<String, Long> counts = new HashMap<>();

    private RowWorker(Connection connection, boolean file) {
        this.connection = connection;
        this.file = file;
    }

    static RowWorker start(Store store) throws SQLException {
        Connection connection = store.connect();
        RowWorker worker = new RowWorker(connection, store.isFile());
        if (store.isFile()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("pragma synchronous = full");
            }
            connection.setAutoCommit(false);
        }
        Thread thread = new Thread(worker::run, "rows");
        thread.setDaemon(true);
        thread.start();
        return worker;
    }

    void update(String key, byte[] value, Answer answer) {
        jobs.add(new Job(key, value, answer));
    }

    void read(String key, Answer answer) {
        jobs.add(new Job(key, null, answer));
    }

    private void run() {
        List<Job> batch = new ArrayList<>();
        while (true) {
            batch.clear();
            try {
                batch.add(jobs.take());
                jobs.drainTo(batch, MOST - 1);
                List<Job> writes =
                        batch.stream().filter(job -> job.value != null).toList();
                List<Job> reads =
                        batch.stream().filter(job -> job.value == null).toList();
                if (!writes.isEmpty()) {
                    write(writes);
                }
                if (!reads.isEmpty()) {
                    read(reads);
                }
            } catch (SQLException | InterruptedException e) {
                batch.forEach(job -> job.answer.done(0, e));
            }
        }
    }

    private void write(List<Job> writes) throws SQLException {
        long[] numbers = new long[writes.size()];
        Map<String, Row> rows = new HashMap<>();
        for (int i = 0; i < numbers.length; i++) {
            Job job = writes.get(i);
            numbers[i] = counts.merge(job.key, 1L, Long::sum);
            rows.put(job.key, new Row(numbers[i], bytes(job)));
        }
        if (file) {
            upsertOneByOne(rows);
        } else {
            upsertTogether(rows);
        }
        for (int i = 0; i < numbers.length; i++) {
            writes.get(i).answer.done(numbers[i], null);
        }
    }

    private void upsertTogether(Map<String, Row> rows) throws SQLException {
        List<String> keys = List.copyOf(rows.keySet());
        try (PreparedStatement save =
                connection.prepareStatement("insert into held select * from unnest(?::text[], ?::bigint[], ?::bytea[])"
                        + " on conflict (key) do update set count = excluded.count, value = excluded.value")) {
            List<Row> values = keys.stream().map(rows::get).toList();
            save.setArray(1, connection.createArrayOf("text", keys.toArray(new String[0])));
            save.setArray(
                    2,
                    connection.createArrayOf(
                            "int8", values.stream().map(Row::count).toArray(Long[]::new)));
            save.setArray(
                    3,
                    connection.createArrayOf(
                            "bytea", values.stream().map(Row::value).toArray(byte[][]::new)));
            save.executeUpdate();
        }
    }

    private void upsertOneByOne(Map<String, Row> rows) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement("insert into held values (?, ?, ?)"
                + " on conflict (key) do update set count = excluded.count, value = excluded.value")) {
            for (Map.Entry<String, Row> row : rows.entrySet()) {
                save.setString(1, row.getKey());
                save.setLong(2, row.getValue().count());
                save.setBytes(3, row.getValue().value());
                save.executeUpdate();
            }
        }
        connection.commit();
    }

    private void read(List<Job> reads) throws SQLException {
        Map<String, Long> found = new HashMap<>();
        try (PreparedStatement load =
                connection.prepareStatement("select key, count, value from held where key = any(?)")) {
            load.setArray(
                    1,
                    connection.createArrayOf(
                            "text", reads.stream().map(job -> job.key).toArray(String[]::new)));
            try (ResultSet rows = load.executeQuery()) {
                while (rows.next()) {
                    if (rows.getBytes(3).length > 0) {
                        found.put(rows.getString(1), rows.getLong(2));
                    }
                }
            }
        }
        for (Job job : reads) {
            job.answer.done(found.getOrDefault(job.key, 0L), null);
        }
    }

    private static byte[] bytes(Job job) {
        byte[] value = job.value;
        if (value == null) {
            throw new IllegalStateException("a write must have a value: key=" + job.key);
        }
        return value;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Row(long count, byte[] value) {}

    /** A write, or without a value a read. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Job(String key, byte @Nullable [] value, Answer answer) {}
}
