// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import io.troupe.cluster.MemberPlace;
import io.troupe.cluster.RollingUpgradeContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Members that agree by etcd, and keep their states in PostgreSQL. */
@Tag("interop")
@Tag("process")
@Tag("nightly")
class EtcdRollingUpgradeTest extends RollingUpgradeContract {
    @AutoClose
    private static EtcdPlace etcd;

    @BeforeAll
    static void start() throws Exception {
        etcd = EtcdPlace.start();
    }

    @Override
    protected MemberPlace place() {
        return etcd.named("upgrade");
    }
}
