// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.Frame;

/**
 * What has been written and of which it is not known that the other side has read it, in bytes of frames and some more for
 * each, as the other side counts. Pings between the data ask for that, eight per window. Whatever sockets keep, no more is on
 * its way than the other side holds: so a pause is obeyed in time, and a burst that nobody has complained of yet has a bound.
 * Loop only.
 */
final class SendWindow {
    /** Tokens of other pings are far from here. */
    private static final long FIRST_TOKEN = Long.MIN_VALUE;

    private static final int PINGS = 8;

    private final WriteQueue queue;

    /** What the other side holds. */
    private long limit = Long.MAX_VALUE;

    private long step = Long.MAX_VALUE;

    /** What was written before the latest ping. */
    private long asked;

    /** What has been read for sure. */
    private long read;

    /**
     * Nobody knows what the other side holds.
     *
     * @param queue where pings leave; woken up when there is room again
     */
    SendWindow(WriteQueue queue) {
        this.queue = queue;
    }

    /** The other side has said how many bytes may wait there, from 1. */
    void peer(long bytes) {
        limit = bytes;
        step = Math.max(1, bytes / PINGS);
    }

    /** So much has been written to the connection by now. */
    void written(long bytes) {
        if (bytes - asked >= step) {
            asked = bytes;
            queue.urgent(new Frame.Ping(FIRST_TOKEN + bytes));
        }
    }

    /** Whether more may be written than so much. */
    boolean isOpen(long bytes) {
        return bytes - read < limit;
    }

    /** The other side has read a ping, and so all that was before it. */
    void onPong(Frame.Pong pong) {
        long bytes = pong.token() - FIRST_TOKEN;
        if (bytes > read && bytes <= asked) {
            read = bytes;
            queue.wake();
        }
    }
}
