// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

import java.util.function.IntFunction;

/**
 * A stack that runs on the virtual machine. The listening end is made first, and must accept dialers when the method has
 * returned. In a process there is one end, or, for inproc, the listening one and then the dialling one. Nothing is closed: the
 * process ends.
 */
public interface JavaStack extends SpStack {
    @Override
    default Program program() {
        return Program.virtualMachine();
    }

    /** Listens for messages. */
    Receiver receiver(Job job) throws Exception;

    /**
     * Dials, once.
     *
     * @return the sender of each thread, by its number; called by that thread
     */
    IntFunction<Sender> senders(Job job) throws Exception;

    /** Listens for requests of as many requesters as the job has threads. */
    Replier replier(Job job) throws Exception;

    /**
     * Dials.
     *
     * @param thread its number
     */
    Requester requester(Job job, int thread) throws Exception;
}
