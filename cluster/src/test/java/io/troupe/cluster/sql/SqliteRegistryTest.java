// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryContract;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredState;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRegistryTest extends RegistryContract {
    @TempDir
    private Path folder;

    private ConnectionSource source() {
        String url = "jdbc:sqlite:" + folder.resolve("state.db");
        return () -> DriverManager.getConnection(url);
    }

    @Override
    protected Registry open(Duration lease) throws Exception {
        return SqlRegistry.open(source(), lease);
    }

    @Override
    protected Duration shortLease() {
        return Duration.ofMillis(50);
    }

    @Override
    protected void passTime() {}

    @Override
    protected boolean tellsWatchers() {
        return false;
    }

    @Override
    protected int steps() {
        return 42; // each of them waits for the disk
    }

    @Test
    void shouldNameAMemberByTheIdThatToolsKnow() throws Exception {
        Registry registry = opened(LONG);
        registry.close();
        assertThatThrownBy(() -> registry.renew(10))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("renew a lease: member=000000000000000a, cause=");
    }

    @Test
    void shouldTakeTheShardsFromAProcessThatHadThemAlone() throws Exception {
        StateWrite write = new StateWrite(new StateKey("account", "a"), new StoredState(1, 1, new byte[1]));
        try (StateStore alone = SqlStore.open(source(), 5)) {
            Registry registry = opened(LONG);
            assertThat(alone.commit(List.of(write))).containsExactly(false);
            long member = active(registry, "one");
            assertThat(registry.claim(member, shards(0, 4096))).hasSize(4096);
        }
    }

    @Test
    void shouldForgetThoseThatAreDeadForADayAndOwnNothing() throws Exception {
        Registry registry = opened(LONG);
        long owner = active(registry, "owner");
        long empty = active(registry, "empty");
        registry.claim(owner, shards(0, 1));
        registry.fence(owner);
        registry.fence(empty);
        registry.bury();
        assertThat(roster(registry).members()).hasSize(2);
        try (var connection = source().open()) {
            RegistrySchema.execute(
                    connection, "update troupe_member set lease_until = lease_until - " + RegistrySchema.KEPT);
        }
        until(() -> {
            registry.bury();
            return roster(registry).members().size() == 1;
        });
        assertThat(roster(registry).isDead(owner)).isTrue();
    }
}
