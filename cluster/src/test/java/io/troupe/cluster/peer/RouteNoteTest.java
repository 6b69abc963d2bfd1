// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.ShardRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes as they travel. */
class RouteNoteTest {
    private static MemberRow member(long id, String name, MemberStatus status) {
        return new MemberRow(new MemberInfo(id, name, "tcp://127.0.0.1:" + id, "", "", List.of(), 1), status, false, 9);
    }

    @Test
    void shouldTellWhoOwnsWhat() {
        List<ShardRow> shards = new ArrayList<>();
        for (int no = 0; no < 4096; no++) {
            shards.add(new ShardRow(no, no < 3 ? 0 : no % 2 == 0 ? 7 : no < 2000 ? 8 : 9, 0, 9));
        }
        RegistryDelta all = new RegistryDelta(
                9,
                List.of(
                        member(7, "a name", MemberStatus.ACTIVE),
                        member(8, "two", MemberStatus.LEAVING),
                        member(9, "dead", MemberStatus.GONE)),
                shards);
        RegistryDelta read = RouteNote.parse(RouteNote.of(all));
        assertThat(read.view()).isEqualTo(9);
        assertThat(read.members()).isEqualTo(all.members().subList(0, 2));
        assertThat(read.shards())
                .isEqualTo(shards.stream()
                        .map(row -> row.owner() == 9 ? new ShardRow(row.no(), 0, 0, 9) : row)
                        .toList());
        RegistryDelta nothing = RouteNote.parse(RouteNote.nothingNew(12));
        assertThat(nothing.view()).isEqualTo(12);
        assertThat(nothing.members()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1\n", "1\n-1", "1\n0", "1\nALL 0", "1\n-2ALL", "1\n0ALL"})
    void shouldRefuseWhatNoMemberSays(String text) {
        String all = " -1".repeat(4095);
        assertThatThrownBy(() -> RouteNote.parse(text.replace("ALL", all)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "7\tNOTHING\ta\t\tb", "0\tACTIVE\ta\t\tb", "7\tACTIVE\ta\t\t"})
    void shouldRefuseMembersThatAreNone(String line) {
        String nobody = "1\n-1" + " -1".repeat(4095);
        assertThat(RouteNote.parse(nobody).shards()).hasSize(4096);
        assertThatThrownBy(() -> RouteNote.parse(nobody + "\n" + line)).isInstanceOf(IllegalArgumentException.class);
    }
}
