// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.EffectChange;
import io.troupe.cluster.store.ReminderChange;
import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredCall;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one statement of a commit, and its parameters. It locks the row of the owner, or the rows of the shards in order of their
 * numbers, and writes only what belongs to shards that the owner has. What goes with a state is written if the state is.
 */
final class PostgresSave {
    private static final String WRITES =
            "with w as (select * from unnest(?::text[], ?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::int[], ?::bytea[])"
                    + " as w (type, key, shard, version, epoch, format, data)), mine as materialized (";

    /** One row if none of the owner's shards was lost. */
    private static final String OF_OWNER = "select id from troupe_owner where id = ? and losses = ? for share)";

    private static final String OF_SHARDS = "select no, epoch from troupe_shard where owner = ?"
            + " and no in (select shard from w) order by no for share)";

    private static final String JOIN_SHARDS = " on mine.no = w.shard and mine.epoch = w.epoch";

    private static final String STATE =
            " insert into troupe_state as s (type, key, shard, version, epoch, format, data, changed)"
                    + " select w.type, w.key, w.shard, w.version, w.epoch, w.format, w.data, " + PostgresRegistry.NOW
                    + " from w join mine%s where w.version is not null"
                    + " order by w.shard, w.type, w.key"
                    + " on conflict (type, key) do update set version = excluded.version, epoch = excluded.epoch,"
                    + " format = excluded.format, data = excluded.data, changed = excluded.changed"
                    + " where s.version < excluded.version and s.epoch <= excluded.epoch returning s.type, s.key";

    private static final String ROWS = ", stored as (" + STATE + "),"
            + " ok as materialized (select type, key, shard from w join stored using (type, key) union all"
            + " select w.type, w.key, w.shard from w join mine%s"
            + " where w.version is null),"
            + " calls as (insert into troupe_call (type, key, id, method, reply, expires)"
            + " select n.type, n.key, n.id, n.method, n.reply, n.expires"
            + " from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::bigint[])"
            + " as n (type, key, id, method, reply, expires) join ok using (type, key)"
            + " on conflict (type, key, id) do update set reply = excluded.reply, expires = excluded.expires),"
            + " effects as (insert into troupe_outbox (shard, from_type, from_key, sequence, to_type, to_key, method,"
            + " arguments, tries, next) select ok.shard, n.type, n.key, n.sequence, n.to_type, n.to_key, n.method,"
            + " n.arguments, n.tries, n.next"
            + " from unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::int[],"
            + " ?::bigint[]) with ordinality"
            + " as n (type, key, sequence, to_type, to_key, method, arguments, tries, next, place)"
            + " join ok using (type, key) order by n.place),"
            + " tried as (select n.*, ok.shard from unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::text[], ?::text[],"
            + " ?::bool[], ?::int[], ?::bigint[]) as n (type, key, id, to_type, to_key, call, done, tries, next)"
            + " join ok using (type, key)),"
            + " answered as (delete from troupe_outbox o using tried where o.id = tried.id and tried.done),"
            + " forgotten as (delete from troupe_call c using tried where tried.done and tried.next = 0 and c.type = tried.to_type"
            + " and c.key = tried.to_key and c.id = tried.call),"
            + " kept as (update troupe_call c set expires = tried.next from tried where tried.done and tried.next > 0"
            + " and c.type = tried.to_type and c.key = tried.to_key and c.id = tried.call),"
            + " failed as (update troupe_outbox o set tries = tried.tries, next = tried.next from tried"
            + " where o.id = tried.id and not tried.done),"
            + " changes as (select n.*, ok.shard from unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[],"
            + " ?::bigint[], ?::text[], ?::bytea[], ?::bigint[], ?::int[])"
            + " as n (type, key, name, if_due, due, every, method, arguments, at, tries) join ok using (type, key)),"
            + " reminded as (insert into troupe_remind (type, key, name, shard, due, every, method, arguments, at, tries)"
            + " select type, key, name, shard, due, every, method, arguments, at, tries from changes"
            + " where due is not null and if_due is null on conflict (type, key, name) do update set"
            + " due = excluded.due, every = excluded.every, method = excluded.method,"
            + " arguments = excluded.arguments, at = excluded.at, tries = excluded.tries),"
            + " moved as (update troupe_remind r set due = c.due, at = c.at, tries = c.tries from changes c"
            + " where r.type = c.type and r.key = c.key and r.name = c.name and c.due is not null"
            + " and r.due = c.if_due),"
            + " cancelled as (delete from troupe_remind r using changes c where r.type = c.type and r.key = c.key"
            + " and r.name = c.name and c.due is null and (c.if_due is null or r.due = c.if_due)),"
            + " recorded as (insert into troupe_event (type, key, version, format, data, at)"
            + " select n.type, n.key, n.version, n.format, n.data, n.at"
            + " from unnest(?::text[], ?::text[], ?::bigint[], ?::int[], ?::bytea[], ?::bigint[])"
            + " as n (type, key, version, format, data, at) join ok using (type, key)),"
            + " shot as (insert into troupe_snapshot (type, key, version, format, data)"
            + " select n.type, n.key, n.version, n.format, n.data"
            + " from unnest(?::text[], ?::text[], ?::bigint[], ?::int[], ?::bytea[])"
            + " as n (type, key, version, format, data) join ok using (type, key)"
            + " on conflict (type, key) do update set version = excluded.version, format = excluded.format,"
            + " data = excluded.data)"
            + " select type, key from ok";

    /** Each for states alone, and with what goes with them. */
    private static final String[] BY_OWNER = texts(OF_OWNER, " on true");

    private static final String[] BY_SHARDS = texts(OF_SHARDS, JOIN_SHARDS);

    private final Connection connection;
    private final List<StateWrite> writes;
    private final long owner;
    private final boolean[] saved;

    PostgresSave(Connection connection, List<StateWrite> writes, long owner) {
        this.connection = connection;
        this.writes = writes;
        this.owner = owner;
        this.saved = new boolean[writes.size()];
    }

    private static String[] texts(String mine, String on) {
        String begin = WRITES + mine;
        return new String[] {begin + STATE.formatted(on), begin + ROWS.formatted(on, on)};
    }

    /**
     * Saves if the owner has lost nothing; otherwise nothing is saved.
     *
     * @param losses of the owner so far
     * @param epochs of its shards
     */
    boolean[] ofOwner(long losses, long[] epochs) throws SQLException {
        return run(BY_OWNER, epochs, owner, losses);
    }

    /** Saves what belongs to shards that are the owner's with these epochs. */
    boolean[] ofShards(long[] epochs) throws SQLException {
        return run(BY_SHARDS, epochs, owner);
    }

    private boolean[] run(String[] texts, long[] epochs, long... mine) throws SQLException {
        boolean plain = writes.stream()
                .allMatch(each -> each.state() != null && each.rows().isEmpty());
        try (PreparedStatement save = connection.prepareStatement(texts[plain ? 0 : 1])) {
            Columns columns = new Columns(connection, save);
            states(columns, epochs);
            for (long each : mine) {
                save.setLong(columns.next(), each);
            }
            if (!plain) {
                calls(columns);
                effects(columns);
                attempts(columns);
                reminders(columns);
                events(columns);
                snapshots(columns);
            }
            try (ResultSet rows = save.executeQuery()) {
                int next = 0;
                while (rows.next()) {
                    next = note(rows.getString(1), rows.getString(2), next);
                }
            }
        }
        return saved;
    }

    /** Rows come in the order of the writes, as a rule. Returns where the next one is looked for first. */
    private int note(String type, String key, int from) {
        for (int i = 0; i < saved.length; i++) {
            int place = (from + i) % saved.length;
            StateKey found = writes.get(place).key();
            if (found.key().equals(key) && found.type().equals(type)) {
                saved[place] = true;
                return place + 1;
            }
        }
        return from;
    }

    private void states(Columns columns, long[] epochs) throws SQLException {
        columns.begin("text", "text", "int4", "int8", "int8", "int4", "bytea");
        for (StateWrite write : writes) {
            StateKey key = write.key();
            StoredState state = write.state();
            int shard = key.shard();
            columns.add(
                    key.type(),
                    key.key(),
                    shard,
                    state == null ? null : state.version(),
                    epochs[shard],
                    state == null ? null : state.format(),
                    state == null ? null : state.data());
        }
        columns.end();
    }

    private void calls(Columns columns) throws SQLException {
        columns.begin("text", "text", "text", "text", "bytea", "int8");
        for (StateWrite write : writes) {
            for (StoredCall call : write.rows().calls()) {
                columns.add(
                        write.key().type(), write.key().key(), call.id(), call.method(), call.reply(), call.expires());
            }
        }
        columns.end();
    }

    private void effects(Columns columns) throws SQLException {
        columns.begin("text", "text", "int8", "text", "text", "text", "bytea", "int4", "int8");
        for (StateWrite write : writes) {
            for (StoredEffect effect : write.rows().effects()) {
                columns.add(
                        write.key().type(),
                        write.key().key(),
                        effect.sequence(),
                        effect.to().type(),
                        effect.to().key(),
                        effect.method(),
                        effect.arguments(),
                        effect.tries(),
                        effect.next());
            }
        }
        columns.end();
    }

    private void attempts(Columns columns) throws SQLException {
        columns.begin("text", "text", "int8", "text", "text", "text", "bool", "int4", "int8");
        for (StateWrite write : writes) {
            for (EffectChange attempt : write.rows().attempts()) {
                StoredEffect effect = attempt.effect();
                columns.add(
                        write.key().type(),
                        write.key().key(),
                        effect.id(),
                        effect.to().type(),
                        effect.to().key(),
                        effect.callId(),
                        attempt.done(),
                        effect.tries(),
                        attempt.done() ? attempt.keptUntil() : effect.next());
            }
        }
        columns.end();
    }

    private void reminders(Columns columns) throws SQLException {
        columns.begin("text", "text", "text", "int8", "int8", "int8", "text", "bytea", "int8", "int4");
        for (StateWrite write : writes) {
            for (ReminderChange change : write.rows().reminders()) {
                StoredReminder next = change.next();
                columns.add(
                        write.key().type(),
                        write.key().key(),
                        change.name(),
                        change.ifDue() == ReminderChange.ANY ? null : change.ifDue(),
                        next == null ? null : next.due(),
                        next == null ? null : next.every(),
                        next == null ? null : next.method(),
                        next == null ? null : next.arguments(),
                        next == null ? null : next.at(),
                        next == null ? null : next.tries());
            }
        }
        columns.end();
    }

    private void events(Columns columns) throws SQLException {
        columns.begin("text", "text", "int8", "int4", "bytea", "int8");
        for (StateWrite write : writes) {
            for (StoredEvent event : write.rows().events()) {
                columns.add(
                        write.key().type(),
                        write.key().key(),
                        event.version(),
                        event.format(),
                        event.data(),
                        event.at());
            }
        }
        columns.end();
    }

    private void snapshots(Columns columns) throws SQLException {
        columns.begin("text", "text", "int8", "int4", "bytea");
        for (StateWrite write : writes) {
            StoredState snapshot = write.rows().snapshot();
            if (snapshot != null) {
                columns.add(
                        write.key().type(), write.key().key(), snapshot.version(), snapshot.format(), snapshot.data());
            }
        }
        columns.end();
    }

    /** Rows as one array per column, which become the next parameters. */
    private static final class Columns {
        private final Connection connection;
        private final PreparedStatement statement;
        private final List<List<@Nullable Object>> columns = new ArrayList<>();
        private String[] types = {};
        private int parameter;

        Columns(Connection connection, PreparedStatement statement) {
            this.connection = connection;
            this.statement = statement;
        }

        int next() {
            return ++parameter;
        }

        void begin(String... newTypes) {
            types = newTypes;
            columns.clear();
            for (String ignored : newTypes) {
                columns.add(new ArrayList<>());
            }
        }

        void add(@Nullable Object... row) {
            for (int i = 0; i < row.length; i++) {
                columns.get(i).add(row[i]);
            }
        }

        void end() throws SQLException {
            for (int i = 0; i < types.length; i++) {
                Object[] elements = columns.get(i).toArray(empty(types[i]));
                statement.setArray(next(), connection.createArrayOf(types[i], elements));
            }
        }

        /** The driver sends arrays of these classes in the format of the server; others as text, bytes as hexadecimal digits. */
        private static Object[] empty(String type) {
            return switch (type) {
                case "text" -> new String[0];
                case "int4" -> new Integer[0];
                case "int8" -> new Long[0];
                case "bool" -> new Boolean[0];
                case "bytea" -> new byte[0][];
                default -> throw new IllegalArgumentException("a type must be one of the tables: type=" + type);
            };
        }
    }
}
