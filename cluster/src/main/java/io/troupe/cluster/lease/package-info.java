// SPDX-License-Identifier: Apache-2.0
/**
 * How long a member may act without its store: {@link io.troupe.cluster.lease.Lease}; and whom others cannot reach: {@link
 * io.troupe.cluster.lease.Suspicion}. Pure but for the clock that they are given.
 *
 * <p>Imports: nothing.
 */
package io.troupe.cluster.lease;
