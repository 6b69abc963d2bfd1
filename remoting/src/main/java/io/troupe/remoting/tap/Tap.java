// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import io.troupe.net.transport.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A proxy in front of a listening process that shows every frame, to find out what two processes say: passes all bytes
 * on, whatever the encoding. The links wait for the sink of the frames, so a slow sink slows them down. Has threads of
 * its own: one to accept, and two for each link. Any thread.
 */
public final class Tap implements AutoCloseable {
    private final Address target;
    private final Consumer<? super TappedFrame> sink;
    private final ServerSocketChannel server;
    private final Address address;
    private final Set<TapLink> open = ConcurrentHashMap.newKeySet();
    private final Thread accepting;
    private int links;

    private Tap(Address listen, Address target, Consumer<? super TappedFrame> sink) throws IOException {
        this.target = target;
        this.sink = sink;
        server = open(listen);
        server.bind(socketAddress(listen));
        address = listen.scheme() == Address.Scheme.TCP
                ? listen.port(((InetSocketAddress) server.getLocalAddress()).getPort())
                : listen;
        accepting = start(
                new AcceptLoop(server::isOpen, server::accept, this::accept, LockSupport::parkNanos), "tap-accept");
    }

    /**
     * Opens a tap, which listens at once.
     *
     * @param listen address for diallers, {@code tcp} or {@code ipc}; port 0 takes a free one, which {@link #address}
     *     tells
     * @param target address of the listening process, {@code tcp} or {@code ipc}; dialled for each link
     * @param sink gets each frame before it is passed on, one at a time per link, on threads of the tap
     * @return an open tap, to be closed by the caller
     * @throws IOException if the address to listen at cannot be bound
     * @throws IllegalArgumentException if an address is of another scheme: encrypted bytes cannot be read
     */
    public static Tap open(Address listen, Address target, Consumer<? super TappedFrame> sink) throws IOException {
        socketAddress(target);
        return new Tap(listen, target, sink);
    }

    /** {@return the address for diallers, with the port that was taken} */
    public Address address() {
        return address;
    }

    private static ServerSocketChannel open(Address listen) throws IOException {
        return socketAddress(listen) instanceof UnixDomainSocketAddress
                ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                : ServerSocketChannel.open();
    }

    private static SocketAddress socketAddress(Address address) {
        return switch (address.scheme()) {
            case TCP -> new InetSocketAddress(address.host(), address.port());
            case IPC -> UnixDomainSocketAddress.of(address.path());
            case TLS, INPROC ->
                throw new IllegalArgumentException("only tcp:// and ipc:// can be listened to: address=" + address);
        };
    }

    private static Thread start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept(SocketChannel dialler) {
        int link = ++links;
        start(() -> run(dialler, link), "tap-" + link + "-out");
    }

    private void run(SocketChannel dialler, int link) {
        TapLink tapped = new TapLink(dialler, link, sink);
        open.add(tapped);
        try (dialler;
                SocketChannel acceptor = SocketChannel.open(socketAddress(target))) {
            tapped.acceptor(acceptor);
            Thread back = start(() -> tapped.pass(false), "tap-" + link + "-in");
            tapped.pass(true);
            back.join();
            tapped.say("closed", "");
        } catch (IOException e) {
            tapped.say("refused", "the target must listen: address=" + target + ", cause=" + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(tapped);
        }
    }

    /** Listens no more, and ends all links that lead through the tap. */
    @Override
    public void close() {
        try {
            server.close();
            if (address.scheme() == Address.Scheme.IPC) {
                Files.deleteIfExists(Path.of(address.path()));
            }
        } catch (IOException e) {
            return; // it does not listen any more, whatever else
        } finally {
            LockSupport.unpark(accepting); // it may be pausing
            open.forEach(TapLink::close);
        }
    }
}
