// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.process.Child;
import io.troupe.bench.stacks.StackOptions;

/** A library or a language whose channels are measured, in processes of its own. Used by one thread. */
interface Contender {
    /** Its name on the command line and in the tables. */
    String name();

    /** How it is set up, in a few words. */
    String about();

    /** Why it cannot be measured on this machine, in one line; empty if it can. May build it. */
    String absence();

    /** Whether it can do this at all. */
    boolean offers(ChannelWork work);

    /** The same work in batches that suit it. */
    default ChannelWork sized(ChannelWork work) {
        return work;
    }

    /**
     * Starts a process that measures and prints {@link Windows} as one line.
     *
     * @param work as sized
     */
    Child start(ChannelWork work, StackOptions options);
}
