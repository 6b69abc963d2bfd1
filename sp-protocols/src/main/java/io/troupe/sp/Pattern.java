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
     * A pipe would like to join, and nobody has seen it yet. It joins after this unless the socket closes.
     *
     * @return whether there is a place for it, which is its own then until its end; false for a second peer of PAIR
     */
    default boolean admits(Pipe pipe) {
        return true;
    }

    /**
     * An admitted pipe joins: others see it, and messages may go to it from now on. What it delivers comes after this.
     *
     * @return false to turn it away, because the socket closes
     */
    boolean attach(Pipe pipe);

    /** The socket closes: ends all waiting with this error, drops what has been received. */
    void close(SpException cause);
}
