// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.jdbc;

import io.troupe.bench.cluster.stack.Answer;
import io.troupe.bench.cluster.stack.Node;
import io.troupe.bench.cluster.stack.Site;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.cluster.stack.Store;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The limit of what is kept: rows written in groups and read in groups by plain JDBC, in the process that measures. As many threads
 * and connections as members elsewhere; a file of SQLite has one writer. There are no actors, no members and no owners.
 */
public final class JdbcStack implements Stack {
    private static final int WRITERS = 3;

    /** Makes the stack. */
    public JdbcStack() {}

    @Override
    public String name() {
        return "limit-jdbc";
    }

    @Override
    public boolean hasMembers() {
        return false;
    }

    @Override
    public void prepare(Store store) throws SQLException {
        String bytes = store.isFile() ? "blob" : "bytea";
        String table = "create table held (key text primary key, count bigint not null, value " + bytes + " not null)";
        store.run(
                store.isFile()
                        ? List.of("pragma journal_mode = wal", table + " without rowid")
                        : List.of(table + " with (fillfactor = 80)"));
    }

    @Override
    public Node join(Site site) throws SQLException {
        List<RowWorker> workers = new ArrayList<>();
        for (int i = 0; i < (site.store().isFile() ? 1 : WRITERS); i++) {
            workers.add(RowWorker.start(site.store()));
        }
        return new RowNode(List.copyOf(workers));
    }

    private record RowNode(List<RowWorker> workers) implements Node {
        @Override
        public boolean isSettled(int members) {
            return true;
        }

        @Override
        public void update(String key, byte[] value, Answer answer) {
            worker(key).update(key, value, answer);
        }

        @Override
        public void read(String key, Answer answer) {
            worker(key).read(key, answer);
        }

        private RowWorker worker(String key) {
            return workers.get(Math.floorMod(key.hashCode(), workers.size()));
        }
    }
}
