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
import java.util.function.Consumer;

/**
 * A proxy in front of a listening process: passes everything on, whatever the encoding, and shows every frame. Whoever looks at
 * the frames slows the links down: they wait for it. Threads of its own, three for one link and two for each more.
 */
public final class Tap implements AutoCloseable {
    private final Address target;
    private final Consumer<? super TappedFrame> sink;
    private final ServerSocketChannel server;
    private final Address address;
    private final Set<TapLink> wires = ConcurrentHashMap.newKeySet();
    private int links;

    private Tap(Address listen, Address target, Consumer<? super TappedFrame> sink) throws IOException {
        this.target = target;
        this.sink = sink;
        server = open(listen);
        server.bind(socketAddress(listen));
        address = listen.scheme() == Address.Scheme.TCP
                ? listen.port(((InetSocketAddress) server.getLocalAddress()).getPort())
                : listen;
        start(this::accept, "tap-accept");
    }

    /**
     * Listens.
     *
     * @param listen where diallers come; {@code tcp} or {@code ipc}; port 0 takes a free one
     * @param target where they are led; {@code tcp} or {@code ipc}
     * @param sink gets each frame before it is passed on, one at a time per link; on threads of the tap
     * @throws IOException if nobody can listen there
     * @throws IllegalArgumentException if an address is of another kind: what is encrypted cannot be read
     */
    public static Tap open(Address listen, Address target, Consumer<? super TappedFrame> sink) throws IOException {
        socketAddress(target);
        return new Tap(listen, target, sink);
    }

    /** Where it listens, with the port that was taken. */
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

    private static void start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel dialler = server.accept();
                int link = ++links;
                start(() -> run(dialler, link), "tap-" + link + "-out");
            } catch (IOException e) { // closed, or this one dialler is gone already
                Thread.onSpinWait();
            }
        }
    }

    private void run(SocketChannel dialler, int link) {
        TapLink wire = new TapLink(dialler, link, sink);
        wires.add(wire);
        try (dialler;
                SocketChannel acceptor = SocketChannel.open(socketAddress(target))) {
            wire.acceptor(acceptor);
            Thread back = new Thread(() -> wire.pass(false), "tap-" + link + "-in");
            back.setDaemon(true);
            back.start();
            wire.pass(true);
            back.join();
            wire.say("closed", "");
        } catch (IOException e) {
            wire.say("refused", "the target must listen: address=" + target + ", cause=" + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            wires.remove(wire);
        }
    }

    /** Ends all links that lead through it. */
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
            wires.forEach(TapLink::close);
        }
    }
}
