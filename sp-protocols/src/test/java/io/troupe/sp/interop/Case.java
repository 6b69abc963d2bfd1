// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import io.troupe.sp.Combinations;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One meeting of a socket of ours with another implementation.
 *
 * @param peer who is at the other end, in the partner's role
 * @param role ours
 * @param listens whether we listen and they dial, or the other way round
 * @param scheme how the two are connected
 */
record Case(Peer peer, Role role, boolean listens, Scheme scheme) {
    /** All that the peers can do, or so much of it that each two of peer, role, side and scheme meet. */
    static List<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (Scheme scheme : Scheme.values()) {
            for (Role role : Role.values()) {
                for (Peer peer : Peer.values()) {
                    if (peer.can(scheme, role.partner())) {
                        cases.add(new Case(peer, role, true, scheme));
                        cases.add(new Case(peer, role, false, scheme));
                    }
                }
            }
        }
        return Combinations.of(cases, List.of(Case::peer, Case::role, Case::listens, Case::scheme));
    }

    @Override
    public String toString() {
        return "[%s] %s %s over %s"
                .formatted(peer.name().toLowerCase(Locale.ROOT), role, listens ? "listens" : "dials", scheme.word());
    }
}
