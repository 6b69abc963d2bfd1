// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import org.junit.jupiter.api.Tag;

@Tag("process")
class SqliteRollingUpgradeTest extends RollingUpgradeContract {
    @Override
    protected MemberPlace place() {
        return MemberPlace.file(folder.resolve("state.db"));
    }
}
