// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeHandler;

/**
 * The rules of one protocol: where messages go, who may join. {@link SocketCore} tells it of pipes; what it is told runs on
 * whichever thread works for the pipe and must not wait. No lock may be held while calling a pipe.
 */
interface Pattern extends PipeHandler {
    /** How the socket sends; {@link UnsupportedDirection} where its protocol only receives. */
    MessageSender sender();

    /** How the socket receives; {@link UnsupportedDirection} where its protocol only sends. */
    MessageReceiver receiver();

    /**
     * A pipe is about to join. What it delivers comes after this.
     *
     * @return false to turn it away: a second peer for PAIR
     */
    boolean attach(Pipe pipe);

    /** The socket closes: ends all waiting with this error, drops what has been received. */
    void close(SpException cause);
}
