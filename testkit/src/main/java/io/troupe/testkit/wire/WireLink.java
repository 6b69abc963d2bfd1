// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.wire;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One connection through the proxy: two sockets and four threads, which end together. Any thread. */
final class WireLink {
    private final Socket dialler;
    private final Socket target;
    private final Consumer<WireLink> onClosed;
    private final List<Thread> threads;
    private final AtomicInteger directions = new AtomicInteger(2);
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param onClosed told once, when both sockets are closed */
    WireLink(String name, Socket dialler, Socket target, WireProxy proxy, Consumer<WireLink> onClosed) {
        this.dialler = dialler;
        this.target = target;
        this.onClosed = onClosed;
        WirePump out = new WirePump(dialler, target, proxy.toTarget(), this);
        WirePump back = new WirePump(target, dialler, proxy.toDialler(), this);
        this.threads = List.of(
                WireProxy.thread(name + "-out-take", out::take),
                WireProxy.thread(name + "-out-give", out::handOver),
                WireProxy.thread(name + "-back-take", back::take),
                WireProxy.thread(name + "-back-give", back::handOver));
    }

    void start() {
        threads.forEach(Thread::start);
    }

    List<Thread> threads() {
        return threads;
    }

    /** One direction has come to its end in order. */
    void ended() {
        if (directions.decrementAndGet() == 0) {
            cut(Cut.FIN);
        }
    }

    /** Ends it towards both sides. */
    void cut(Cut how) {
        if (closed.compareAndSet(false, true)) {
            close(dialler, how);
            close(target, how);
            threads.forEach(Thread::interrupt);
            onClosed.accept(this);
        }
    }

    static void close(Socket socket, Cut how) {
        try {
            if (how == Cut.RESET) {
                socket.setSoLinger(true, 0);
            } else if (!socket.isOutputShutdown()) {
                // unread bytes would turn a plain close into a reset; the end of the stream goes first
                socket.shutdownOutput();
            }
        } catch (SocketException e) {
            // it is closed already, by the other side
        } catch (IOException e) {
            // the same
        }
        try {
            socket.close();
        } catch (IOException e) {
            // nothing can be done, and nobody waits for it
        }
    }
}
