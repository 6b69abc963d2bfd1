// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterMemberTest {
    /** One id in sixteen begins with a zero. */
    @Test
    void shouldHaveTheIdThatToolsKnow() {
        MemberInfo info = new MemberInfo(0x0F3A9C01D2E4B576L, "one", "tcp://127.0.0.1:1", "", "", List.of(), 1);
        List<MemberRow> rows = List.of(new MemberRow(info, MemberStatus.ACTIVE, false, 1));
        assertThat(ClusterMember.living(rows, new long[0]))
                .extracting(ClusterMember::id)
                .containsExactly("0f3a9c01d2e4b576");
    }
}
