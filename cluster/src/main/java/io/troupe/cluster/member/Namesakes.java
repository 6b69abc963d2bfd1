// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.Roster;
import java.time.Duration;

/** Earlier starts of a member that still have its name. */
final class Namesakes {
    private Namesakes() {}

    /**
     * Ends whoever has the name, if its lease is over, or if its address is the one where this process listens now. Others are left
     * alone, also if their leases are over: after an outage of the registry those of all members are.
     *
     * @param info of the member that joins
     * @param roster that was just read
     */
    static void end(MemberInfo info, Roster roster, Registry registry) throws RegistryException {
        for (MemberRow row : roster.members()) {
            if (row.status().isLiving()
                    && row.id() != info.id()
                    && row.info().name().equals(info.name())
                    && (isReplaced(row.info(), info) || isLeaseOver(row.id(), registry))) {
                registry.fence(row.id());
            }
        }
    }

    private static boolean isReplaced(MemberInfo earlier, MemberInfo now) {
        return !now.address().isEmpty() && earlier.address().equals(now.address());
    }

    private static boolean isLeaseOver(long member, Registry registry) throws RegistryException {
        Duration left = registry.leases().get(member);
        return left != null && (left.isZero() || left.isNegative());
    }
}
