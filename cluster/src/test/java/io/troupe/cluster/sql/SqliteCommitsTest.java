// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredState;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteCommitsTest {
    private static final long OWNER = 7;
    private static final StateKey KEY = new StateKey("account", "a");

    @TempDir
    private Path folder;

    @AutoClose
    private Connection connection;

    @AutoClose
    private Connection other;

    /** Queries with parameters: how often was asked whose a shard is. */
    private final AtomicInteger asked = new AtomicInteger();

    private final long[] epochs = new long[StateKey.SHARDS];
    private final Commits commits = new SqliteCommits(OWNER, epochs);

    @BeforeEach
    void open() throws Exception {
        SqlStore.createSchema(this::connect);
        connection = connect();
        other = connect();
        own(OWNER, 3);
        epochs[KEY.shard()] = 3;
    }

    @Test
    void shouldAskWhoseAShardIsOnlyAfterSomebodyElseHasChangedTheFile() throws Exception {
        assertThat(save(connection, 1)).isTrue();
        assertThat(save(connection, 2)).isTrue();
        assertThat(asked).as("own commits change no shard").hasValue(1);
        RegistrySchema.execute(other, "update troupe_shard set epoch = epoch + 1 where no <> " + KEY.shard());
        assertThat(save(connection, 3)).isTrue();
        assertThat(asked).hasValue(2);
    }

    @Test
    void shouldRefuseOnceTheShardIsSomebodyElses() throws Exception {
        assertThat(save(connection, 1)).isTrue();
        own(OWNER + 1, 4);
        assertThat(save(connection, 2)).isFalse();
        assertThat(save(connection, 2)).isFalse();
        own(OWNER, 5);
        assertThat(save(connection, 2))
                .as("its own again, of which it does not know")
                .isFalse();
        epochs[KEY.shard()] = 5;
        assertThat(save(connection, 2)).isTrue();
    }

    @Test
    void shouldKnowNothingOnAnotherConnection() throws Exception {
        assertThat(save(connection, 1)).isTrue();
        assertThat(save(other, 2)).isTrue();
        assertThat(asked).hasValue(2);
        assertThat(save(connection, 3)).isTrue();
        assertThat(asked).hasValue(3);
    }

    @Test
    void shouldRefuseAShardThatWasNeverAdmitted() throws Exception {
        epochs[KEY.shard()] = 0;
        assertThat(save(connection, 1)).isFalse();
        epochs[KEY.shard()] = 3;
        assertThat(save(connection, 1)).isTrue();
        epochs[KEY.shard()] = 0;
        assertThat(save(connection, 2)).isFalse();
    }

    private void own(long owner, long epoch) throws SQLException {
        RegistrySchema.update(
                other, "update troupe_shard set owner = ?, epoch = ? where no = ?", owner, epoch, KEY.shard());
    }

    private boolean save(Connection by, long version) throws SQLException {
        StateWrite write = new StateWrite(KEY, new StoredState(version, 1, new byte[] {1}));
        return commits.save(by, List.of(write))[0];
    }

    private Connection connect() throws SQLException {
        Connection made = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("state.db"));
        SqliteChange.prepare(made);
        return counting(Connection.class, made);
    }

    private <T> T counting(Class<T> type, T object) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("executeQuery") && arguments == null) {
                        asked.incrementAndGet();
                    }
                    try {
                        Object result = method.invoke(object, arguments);
                        return result instanceof PreparedStatement statement
                                ? counting(PreparedStatement.class, statement)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
