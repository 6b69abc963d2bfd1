// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import io.etcd.jetcd.ByteSequence;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The value of a member: a line per component, as no text has a line break in it.
 *
 * @param lease its number in etcd
 */
record MemberValue(MemberInfo info, MemberStatus status, boolean proven, long lease) {
    ByteSequence bytes() {
        return ByteSequence.from(
                String.join(
                        "\n",
                        Long.toHexString(info.id()),
                        info.name(),
                        info.address(),
                        info.fingerprint(),
                        info.version(),
                        String.join(",", info.roles()),
                        Integer.toString(info.weight()),
                        status.name(),
                        Boolean.toString(proven),
                        Long.toHexString(lease)),
                StandardCharsets.UTF_8);
    }

    static MemberValue of(ByteSequence bytes) {
        String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\n", -1);
        MemberInfo info = new MemberInfo(
                Long.parseUnsignedLong(lines[0], 16),
                lines[1],
                lines[2],
                lines[3],
                lines[4],
                lines[5].isEmpty() ? List.of() : Arrays.asList(lines[5].split(",", -1)),
                Integer.parseInt(lines[6]));
        return new MemberValue(
                info,
                MemberStatus.valueOf(lines[7]),
                Boolean.parseBoolean(lines[8]),
                Long.parseUnsignedLong(lines[9], 16));
    }

    MemberValue with(MemberStatus next, boolean isProven) {
        return new MemberValue(info, next, isProven, lease);
    }

    MemberValue leased(long next) {
        return new MemberValue(info, status, proven, next);
    }

    MemberRow row(long view) {
        return new MemberRow(info, status, proven, view);
    }
}
