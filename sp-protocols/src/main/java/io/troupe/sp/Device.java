// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.sp.socket.DuplexSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * A running forwarder, see {@link Devices}. It has no thread: it runs on those that bring messages and room. It reads on when what
 * it has read is sent, so slow receivers hold up senders as if there were no device. It owns its sockets: closing it closes
 * them, and when one of them is closed it ends and closes the other. Thread-safe.
 */
public final class Device implements AutoCloseable {
    private final List<DuplexSocket> sockets;
    private final List<Direction> directions = new ArrayList<>();
    private final CompletablePromise<Void> ended = new CompletablePromise<>();

    Device(List<DuplexSocket> sockets) {
        this.sockets = sockets;
    }

    void add(Direction direction) {
        directions.add(direction);
    }

    Device started() {
        directions.forEach(Direction::go);
        return this;
    }

    /** Messages that were sent on, in both directions together. */
    public long forwarded() {
        return directions.stream().mapToLong(Direction::forwarded).sum();
    }

    /** Messages that could not be sent on: sending took longer than the option {@code sendTimeout}, say. */
    public long failed() {
        return directions.stream().mapToLong(Direction::failed).sum();
    }

    /** Fulfilled when it runs no more. */
    public Promise<Void> ended() {
        return ended;
    }

    /** Closes its sockets, as their options say; messages that are still on their way within it are dropped. */
    @Override
    public void close() {
        sockets.forEach(DuplexSocket::close);
        ended.complete(null);
    }
}
