// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.cluster.store.GroupCommitter;
import io.troupe.cluster.store.GroupReaders;
import io.troupe.cluster.store.StateStore;
import io.troupe.core.host.OutletHost;
import java.util.function.BooleanSupplier;

/**
 * What all durable actors of a cluster share.
 *
 * @param store to read from what one asks for alone
 * @param readers of what many actors ask for
 * @param committer to write by
 * @param host the system of the actors
 * @param codecs of calls
 * @param listener told of new rows
 * @param callIdMillis how long calls are remembered, in milliseconds
 * @param tenure whether this process may serve actors now: a member only while it has a lease
 * @param loadNanos how long a store that does not answer is asked for a state, in nanoseconds; 0: once
 */
public record ActivationServices(
        StateStore store,
        GroupReaders readers,
        GroupCommitter committer,
        OutletHost host,
        CallCodecs codecs,
        RowListener listener,
        long callIdMillis,
        BooleanSupplier tenure,
        long loadNanos) {}
