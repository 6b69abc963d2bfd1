// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.channel.EventLoopGroup;
import java.util.concurrent.ThreadFactory;

/** Makes event loops in the way of the Netty that is there. Any thread. */
public interface LoopFactory {
    /**
     * The one for the Netty of this process.
     *
     * @throws IllegalStateException see {@link NettyVersion#ofProcess}
     */
    static LoopFactory ofProcess() {
        // a branch and no table: a class is loaded only where it is chosen
        if (NettyVersion.ofProcess().line() == NettyVersion.Line.NETTY_4_2) {
            return new HandlerLoops();
        }
        return new GroupLoops();
    }

    /**
     * Loops for sockets.
     *
     * @param io by which interface of the system
     * @param threads more than zero
     * @param factory makes their threads, when they are needed first
     */
    EventLoopGroup sockets(SocketIo io, int threads, ThreadFactory factory);

    /**
     * Loops for channels within the process.
     *
     * @param threads more than zero
     * @param factory makes their threads, when they are needed first
     */
    EventLoopGroup inproc(int threads, ThreadFactory factory);
}
