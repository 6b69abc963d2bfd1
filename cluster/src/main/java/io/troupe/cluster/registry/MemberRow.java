// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

/**
 * A member as the registry has it.
 *
 * @param info what it said when it joined
 * @param status of its life
 * @param proven whether it was fenced, as others have proved its death
 * @param view number of its last change; renewals are none
 */
public record MemberRow(MemberInfo info, MemberStatus status, boolean proven, long view) {
    /** Its id. */
    public long id() {
        return info.id();
    }
}
