// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import java.util.Set;

/** Told what links and other members say. Any thread; must not wait. */
public interface PeerListener {
    /** There are other links than before. */
    void linksChanged();

    /** Nobody listens at the address of a member any more; or, without TLS, somebody else does. */
    void proved(long member);

    /**
     * A member has said something.
     *
     * @param member its id
     * @param view number of the view that it has
     * @param unreachable ids of members to which it has no link that can be used
     * @param hosted names of the types that it hosts
     */
    void heard(long member, long view, Set<Long> unreachable, Set<String> hosted);
}
