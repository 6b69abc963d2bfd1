// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import java.time.Duration;

/**
 * Whether a process can serve its part of a cluster, for the probes of an orchestrator and for load balancers. It says nothing
 * of other members and of links to them: a member must not count as sick because another one is. Immutable.
 *
 * @param status what it is doing
 * @param live false if only a new process can help: others have taken over from this one, see {@link Cluster#ended}
 * @param reason why it is not {@link Status#UP}, a sentence for people; empty if it is
 * @param leaseLeft how long it may go on serving if nothing renews its lease; zero for a process that is alone, which has none
 * @param viewLag how many changes of the cluster others have told of that this one has not read yet
 */
public record ClusterHealth(Status status, boolean live, String reason, Duration leaseLeft, long viewLag) {
    /** What a process is doing. */
    public enum Status {
        /** It joins, or waits for others who join. Calls wait, or go to others. */
        STARTING,

        /** It serves. */
        UP,

        /** It serves, but its database or its registry has not answered. Reads go on, updates may fail. */
        DEGRADED,

        /** It gives its actors away, and ends. */
        LEAVING,

        /** It serves nothing: it has no lease, has ended, or another process writes to its store. */
        DOWN
    }

    /** {@return whether it should get work from outside: it is {@link Status#UP} or {@link Status#DEGRADED}} */
    public boolean isReady() {
        return status == Status.UP || status == Status.DEGRADED;
    }
}
