// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import org.junit.jupiter.api.Tag;

@Tag("process")
@Tag("soak")
class SqliteMemberHistoryTest extends MemberHistoryContract {
    @Override
    protected MemberPlace place() {
        return MemberPlace.file(folder.resolve("state.db"));
    }
}
