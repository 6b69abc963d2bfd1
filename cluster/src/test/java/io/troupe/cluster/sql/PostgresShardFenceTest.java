// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("interop")
class PostgresShardFenceTest extends ShardFenceContract {
    @AutoClose
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start();
    }

    @Override
    protected ConnectionSource source() {
        return server.dataSource()::getConnection;
    }

    @BeforeEach
    @Override
    void open() throws Exception {
        server.clear();
        SqlRegistry.createSchema(source());
        super.open();
    }

    /** Each start of a member has an id of its own. */
    @Test
    void shouldKeepRowsOfTheOwnerAndOfTheLastOneOnly() throws Exception {
        try (Registry registry = SqlRegistry.open(source(), Duration.ofHours(1))) {
            BitSet shards = new BitSet();
            shards.set(0, StateKey.SHARDS);
            for (long id = 10; id < 15; id++) {
                registry.join(new MemberInfo(id, "member-" + id, "", "", "", List.of(), 1));
                registry.advance(id, MemberStatus.ACTIVE);
                ShardFence fence = ShardFence.open(source(), id);
                fence.admit(registry.claim(id, shards));
                StateWrite write = new StateWrite(new StateKey("account", "a"), new StoredState(id, 1, new byte[] {1}));
                assertThat(fence.store().commit(List.of(write))).containsExactly(true);
                fence.store().close();
                registry.fence(id);
                assertThat(owners()).containsExactlyElementsOf(id == 10 ? List.of(id) : List.of(id - 1, id));
            }
        }
    }

    private List<Long> owners() throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Connection connection = source().open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select id from troupe_owner order by id")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
