// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.raw;

import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Transport;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;

/** Accepts streams. Used by one thread. */
final class Listener {
    private final ServerSocketChannel channel;
    private final Job job;

    Listener(Job job) throws IOException {
        this.job = job;
        channel = job.transport() == Transport.IPC
                ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                : ServerSocketChannel.open();
        channel.bind(job.socketAddress());
    }

    /** Waits for the next. */
    Stream accept(boolean spin) throws IOException {
        return new Stream(channel.accept(), job, spin);
    }
}
