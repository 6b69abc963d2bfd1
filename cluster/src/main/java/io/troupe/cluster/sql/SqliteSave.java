// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.EffectChange;
import io.troupe.cluster.store.ReminderChange;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredCall;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** The statements of one transaction of SQLite, each prepared at its first use. */
final class SqliteSave implements AutoCloseable {
    private static final String STATE =
            "insert into troupe_state (type, key, shard, version, epoch, format, data, changed)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?)"
                    + " on conflict (type, key) do update set version = excluded.version, epoch = excluded.epoch,"
                    + " format = excluded.format, data = excluded.data, changed = excluded.changed"
                    + " where troupe_state.version < excluded.version and troupe_state.epoch <= excluded.epoch";
    private static final String EVENT =
            "insert into troupe_event (type, key, version, format, data, at) values (?, ?, ?, ?, ?, ?)";
    private static final String SNAPSHOT =
            "insert into troupe_snapshot (type, key, version, format, data) values (?, ?, ?, ?, ?)"
                    + " on conflict (type, key) do update set version = excluded.version, format = excluded.format,"
                    + " data = excluded.data";
    private static final String CALL =
            "insert into troupe_call (type, key, id, method, reply, expires) values (?, ?, ?, ?, ?, ?)"
                    + " on conflict (type, key, id) do update set reply = excluded.reply, expires = excluded.expires";
    private static final String FORGET = "delete from troupe_call where type = ? and key = ? and id = ?";
    private static final String KEEP = "update troupe_call set expires = ? where type = ? and key = ? and id = ?";
    private static final String EFFECT =
            "insert into troupe_outbox (shard, from_type, from_key, sequence, to_type, to_key, method, arguments, tries,"
                    + " next) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String DONE = "delete from troupe_outbox where id = ?";
    private static final String FAILED = "update troupe_outbox set tries = ?, next = ? where id = ?";
    private static final String REMIND =
            "insert into troupe_remind (type, key, name, shard, due, every, method, arguments, at, tries)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (type, key, name) do update set"
                    + " due = excluded.due, every = excluded.every, method = excluded.method,"
                    + " arguments = excluded.arguments, at = excluded.at, tries = excluded.tries";
    private static final String CANCEL = "delete from troupe_remind where type = ? and key = ? and name = ?";
    private static final String IF_DUE = " and due = ?";
    private static final String MOVE =
            "update troupe_remind set due = ?, at = ?, tries = ? where type = ? and key = ? and name = ?" + IF_DUE;

    private final Connection connection;
    private final long now;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    /**
     * None is prepared yet.
     *
     * @param connection within the transaction
     * @param now milliseconds of the epoch, by the clock of the database
     */
    SqliteSave(Connection connection, long now) {
        this.connection = connection;
        this.now = now;
    }

    /** Stores a write whose shard is the owner's with the epoch, unless there is a newer state. */
    boolean save(StateWrite write, int shard, long epoch) throws SQLException {
        StateKey key = write.key();
        StoredState state = write.state();
        if (state != null
                && run(STATE, key.type(), key.key(), shard, state.version(), epoch, state.format(), state.data(), now)
                        == 0) {
            return false;
        }
        if (!write.rows().isEmpty()) {
            save(key, shard, write.rows());
        }
        return true;
    }

    private void save(StateKey key, int shard, RowChanges rows) throws SQLException {
        for (StoredEvent event : rows.events()) {
            run(EVENT, key.type(), key.key(), event.version(), event.format(), event.data(), event.at());
        }
        StoredState snapshot = rows.snapshot();
        if (snapshot != null) {
            run(SNAPSHOT, key.type(), key.key(), snapshot.version(), snapshot.format(), snapshot.data());
        }
        for (StoredCall call : rows.calls()) {
            run(CALL, key.type(), key.key(), call.id(), call.method(), call.reply(), call.expires());
        }
        for (StoredEffect effect : rows.effects()) {
            run(
                    EFFECT,
                    shard,
                    key.type(),
                    key.key(),
                    effect.sequence(),
                    effect.to().type(),
                    effect.to().key(),
                    effect.method(),
                    effect.arguments(),
                    effect.tries(),
                    effect.next());
        }
        for (EffectChange attempt : rows.attempts()) {
            StoredEffect effect = attempt.effect();
            if (attempt.done()) {
                run(DONE, effect.id());
                if (attempt.keptUntil() == 0) {
                    run(FORGET, effect.to().type(), effect.to().key(), effect.callId());
                } else {
                    run(
                            KEEP,
                            attempt.keptUntil(),
                            effect.to().type(),
                            effect.to().key(),
                            effect.callId());
                }
            } else {
                run(FAILED, effect.tries(), effect.next(), effect.id());
            }
        }
        for (ReminderChange change : rows.reminders()) {
            save(key, shard, change);
        }
    }

    private void save(StateKey key, int shard, ReminderChange change) throws SQLException {
        StoredReminder next = change.next();
        boolean any = change.ifDue() == ReminderChange.ANY;
        if (next == null && any) {
            run(CANCEL, key.type(), key.key(), change.name());
        } else if (next == null) {
            run(CANCEL + IF_DUE, key.type(), key.key(), change.name(), change.ifDue());
        } else if (any) {
            run(
                    REMIND,
                    key.type(),
                    key.key(),
                    change.name(),
                    shard,
                    next.due(),
                    next.every(),
                    next.method(),
                    next.arguments(),
                    next.at(),
                    next.tries());
        } else {
            run(MOVE, next.due(), next.at(), next.tries(), key.type(), key.key(), change.name(), change.ifDue());
        }
    }

    private int run(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepare(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement.executeUpdate();
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known == null) {
            known = connection.prepareStatement(sql);
            prepared.put(sql, known);
        }
        return known;
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement each : prepared.values()) {
            each.close();
        }
    }
}
