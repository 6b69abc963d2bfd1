// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.sp.socket.DuplexSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A running device, which {@link Devices} starts. It has no thread: it runs on those that bring messages and room. It reads
 * the next message when the last one is sent, so a slow receiver slows senders down as if there were no device. It owns its
 * sockets: closing it closes them, and when one of them is closed it ends and closes the other. Thread-safe.
 */
public final class Device implements AutoCloseable {
    private final List<DuplexSocket> sockets;
    private final List<Forwarder> forwarders = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletablePromise<Void> ended = new CompletablePromise<>();

    Device(List<DuplexSocket> sockets) {
        this.sockets = sockets;
    }

    void add(Forwarder forwarder) {
        forwarders.add(forwarder);
    }

    Device started() {
        for (DuplexSocket socket : sockets) {
            ((PatternSocket) socket).onClosing(this::end);
        }
        forwarders.forEach(Forwarder::go);
        return this;
    }

    /** Closes both because of one; whoever closed that one does not wait for the other, and neither does a thread of a transport. */
    void end() {
        MustNotWait.run(this::close);
    }

    /** {@return how many messages were sent on, in both directions together} */
    public long forwarded() {
        return forwarders.stream().mapToLong(Forwarder::forwarded).sum();
    }

    /** {@return how many messages could not be sent on, as when sending took longer than the option {@code sendTimeout}} */
    public long failed() {
        return forwarders.stream().mapToLong(Forwarder::failed).sum();
    }

    /** {@return a promise that is fulfilled when the device has ended} It never fails. */
    public Promise<Void> ended() {
        return ended;
    }

    /** Closes its sockets, each as its option {@code linger} says. Messages on their way within the device are dropped. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) { // closing one of them would end the device
            sockets.forEach(DuplexSocket::close);
            ended.complete(null);
        }
    }
}
