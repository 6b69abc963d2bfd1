// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Listening;
import io.troupe.net.transport.Transport;
import java.util.function.Supplier;

/** Dials and accepts connections that carry frames. Closing the transport below closes them. Any thread. */
public final class FramedTransport {
    private final Transport transport;
    private final FramedConfig config;

    private FramedTransport(Transport transport, FramedConfig config) {
        this.transport = transport;
        this.config = config;
    }

    /**
     * Frames over a transport of bytes.
     *
     * @param transport stays the caller's, who closes it
     * @param config bounds of each connection
     */
    public static FramedTransport over(Transport transport, FramedConfig config) {
        return new FramedTransport(transport, config);
    }

    /**
     * Dials.
     *
     * @param address where to
     * @param handler told everything about the connection
     * @return fulfilled after {@link FrameHandler#onOpen} has returned; fails with
     *     {@link io.troupe.core.error.LinkRefusedException} that says why
     */
    public Promise<FramedConnection> connect(Address address, FrameHandler handler) {
        FramedConnection connection = new FramedConnection(handler, config);
        return transport.connect(address, connection.listener()).map(opened -> connection);
    }

    /**
     * Accepts connections.
     *
     * @param address where; port 0 takes any free one
     * @param handlers makes the handler of each connection
     * @return fulfilled when it listens; fails with {@link io.troupe.core.error.LinkRefusedException}
     */
    public Promise<Listening> listen(Address address, Supplier<? extends FrameHandler> handlers) {
        return transport.listen(address, () -> new FramedConnection(handlers.get(), config).listener());
    }
}
