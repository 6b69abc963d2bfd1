// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import java.util.function.Supplier;

/**
 * Dials and accepts connections that carry frames: for protocols of one's own over any {@link Transport}. Closing the
 * transport below closes the connections. Any thread.
 */
public final class FramedTransport {
    private final Transport transport;
    private final FramedConfig config;

    private FramedTransport(Transport transport, FramedConfig config) {
        this.transport = transport;
        this.config = config;
    }

    /**
     * Puts frames over a transport of bytes.
     *
     * @param transport carries the bytes; stays the caller's, who closes it
     * @param config the bounds of each connection
     * @return dials and listens over the transport; has nothing to close
     */
    public static FramedTransport over(Transport transport, FramedConfig config) {
        return new FramedTransport(transport, config);
    }

    /**
     * Dials once. Does not wait.
     *
     * @param address the address of a listener
     * @param handler gets the frames of this connection; used for one connection only
     * @return fulfilled after {@link FrameHandler#onOpen} has returned; fails with {@link
     *     io.troupe.core.error.LinkRefusedException}, whose message says why: no answer in time, refused, certificate
     *     not accepted, transport closed
     */
    public Promise<FramedConnection> connect(Address address, FrameHandler handler) {
        FramedConnection connection = new FramedConnection(handler, config);
        return transport.connect(address, connection.listener()).map(opened -> connection);
    }

    /**
     * Accepts connections at an address until the result is closed. Does not wait.
     *
     * @param address the address to listen at; port 0 takes a free one, which {@link Listener#address} tells
     * @param handlers makes a new handler for each connection, on the loop of that connection
     * @return fulfilled when the address is bound; fails with {@link io.troupe.core.error.LinkRefusedException} if it
     *     cannot be
     */
    public Promise<Listener> listen(Address address, Supplier<? extends FrameHandler> handlers) {
        return transport.listen(address, () -> new FramedConnection(handlers.get(), config).listener());
    }
}
