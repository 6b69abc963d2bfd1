// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Workload;

/** A library whose channels are measured. Used by one thread. */
public interface ChannelStack extends AutoCloseable {
    /** Whether it can do this at all. */
    boolean offers(ChannelWork work);

    /**
     * A batch of the work; each of its runs returns {@link ChannelWork#expected()}, or throws.
     *
     * @param work must be offered
     */
    Workload workload(ChannelWork work);

    @Override
    void close();
}
