// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy on loopback between a client and a server that fails on purpose: slow, narrow, lossy, broken, frozen or cut,
 * each direction for itself. Any thread; all its threads are daemons called {@code wire-proxy-PORT-…}.
 *
 * <pre>{@code
 * try (WireProxy wire = WireProxy.to("127.0.0.1", port)) {
 *     dial("127.0.0.1", wire.port());
 *     wire.toTarget().freeze();
 * }
 * }</pre>
 */
public final class WireProxy implements AutoCloseable {
    private static final long END_MILLIS = 5_000;
    private static final int CONNECT_MILLIS = 5_000;

    private final InetSocketAddress target;
    private final ServerSocket listening;
    private final Thread acceptor;
    private final WireFlow toTarget = new WireFlow();
    private final WireFlow toDialler = new WireFlow();
    private final Set<WireLink> links = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();

    private WireProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        this.acceptor = thread("wire-proxy-" + port() + "-accept", this::accept);
    }

    /**
     * Listens on a free port of loopback.
     *
     * @param host name or address of the target; looked up now, dialled for each connection
     * @param port of the target, 0 to 65535
     * @return a proxy that listens; the caller closes it
     * @throws IllegalArgumentException if the port is out of range
     * @throws UncheckedIOException if it cannot listen
     */
    public static WireProxy to(String host, int port) {
        return to(new InetSocketAddress(host, port));
    }

    /**
     * Listens on a free port of loopback.
     *
     * @param target dialled for each connection; need not listen yet
     * @return a proxy that listens; the caller closes it
     * @throws UncheckedIOException if it cannot listen
     */
    public static WireProxy to(InetSocketAddress target) {
        try {
            WireProxy proxy = new WireProxy(target);
            proxy.acceptor.start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the address to dial instead of the target} */
    public InetSocketAddress address() {
        return new InetSocketAddress(listening.getInetAddress(), port());
    }

    /** {@return the port to dial instead of the target's} */
    public int port() {
        return listening.getLocalPort();
    }

    /** {@return the rules and counters of the direction from diallers to the target} */
    public WireFlow toTarget() {
        return toTarget;
    }

    /** {@return the rules and counters of the direction from the target to diallers} */
    public WireFlow toDialler() {
        return toDialler;
    }

    /** {@return the number of connections accepted so far, those included for which the target could not be reached} */
    public int accepted() {
        return accepted.get();
    }

    /** {@return the number of connections that are open} */
    public int open() {
        return links.size();
    }

    /**
     * Ends all connections that are open; new ones are welcome.
     *
     * @param how the end that both sides see
     */
    public void cut(Cut how) {
        new ArrayList<>(links).forEach(link -> link.cut(how));
    }

    /** Ends all connections in order, listens no more and ends all threads; waits for their end up to ten seconds. */
    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        join(List.of(acceptor)); // no connection is added from here on
        cut(Cut.FIN);
        join(new ArrayList<>(threads));
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                serve(listening.accept());
            } catch (IOException e) {
                // closed, or the dialler was quicker than the proxy: the loop tells which
            }
        }
    }

    private void serve(Socket dialler) throws IOException {
        int number = accepted.incrementAndGet();
        Socket socket = new Socket();
        try {
            socket.connect(target, CONNECT_MILLIS);
            socket.setTcpNoDelay(true);
            dialler.setTcpNoDelay(true);
        } catch (IOException e) {
            WireLink.close(socket, Cut.FIN);
            WireLink.close(dialler, Cut.RESET); // as the target would
            return;
        }
        WireLink link = new WireLink("wire-proxy-" + port() + "-" + number, dialler, socket, this, this::forget);
        links.add(link);
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        threads.addAll(link.threads());
        link.start();
    }

    private void forget(WireLink link) {
        links.remove(link);
    }

    private static void join(List<Thread> ending) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
        try {
            for (Thread thread : ending) {
                if (thread != Thread.currentThread()) {
                    thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
