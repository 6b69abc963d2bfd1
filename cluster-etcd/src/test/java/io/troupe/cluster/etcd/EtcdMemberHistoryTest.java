// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import io.troupe.cluster.MemberHistoryContract;
import io.troupe.cluster.MemberPlace;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Members that agree by etcd, and keep their states in PostgreSQL. */
@Tag("interop")
@Tag("process")
@Tag("nightly")
class EtcdMemberHistoryTest extends MemberHistoryContract {
    @AutoClose
    private static EtcdPlace etcd;

    @BeforeAll
    static void start() throws Exception {
        etcd = EtcdPlace.start();
    }

    @Override
    protected MemberPlace place() {
        return etcd.named("histories");
    }

    @Override
    protected boolean hasCarelessRun() {
        return false; // its registry is that of a database
    }
}
