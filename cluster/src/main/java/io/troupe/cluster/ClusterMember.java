// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A member of a cluster, as one of them knows it: a hint, as it may have changed since. Immutable.
 *
 * @param id 64 random bits per start, in 16 hexadecimal digits
 * @param name for people
 * @param address where others reach it
 * @param roles words for people and tools
 * @param status {@code JOINING}, {@code ACTIVE}, {@code LEAVING} or {@code GONE}
 * @param shards how many of the 4096 parts of all keys it has; of the process itself: that it serves
 */
public record ClusterMember(String id, String name, String address, List<String> roles, String status, int shards) {
    /**
     * Copies the list.
     *
     * @param id in 16 hexadecimal digits
     * @param name for people
     * @param address where others reach it
     * @param roles words
     * @param status as of the registry
     * @param shards how many it has
     */
    public ClusterMember {
        roles = List.copyOf(roles);
    }

    /** Those of some members that live, by name. */
    static List<ClusterMember> living(Collection<MemberRow> members, long[] owners) {
        Map<Long, Integer> counts = new HashMap<>();
        for (long owner : owners) {
            counts.merge(owner, 1, Integer::sum);
        }
        return members.stream()
                .filter(row -> row.status().isLiving())
                .map(row -> new ClusterMember(
                        MemberInfo.idText(row.id()),
                        row.info().name(),
                        row.info().address(),
                        row.info().roles(),
                        row.status().name(),
                        counts.getOrDefault(row.id(), 0)))
                .sorted(Comparator.comparing(ClusterMember::name))
                .toList();
    }
}
