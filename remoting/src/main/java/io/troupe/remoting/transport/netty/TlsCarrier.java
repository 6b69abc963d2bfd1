// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.troupe.remoting.transport.Address;
import io.troupe.remoting.transport.TransportConfig;
import java.io.IOException;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** {@code tls://}: TCP, and both sides show certificates before the first byte is delivered. Any thread. */
final class TlsCarrier extends TcpCarrier {
    private final @Nullable TlsContexts contexts;
    private final long handshakeMillis;

    TlsCarrier(EventLoops loops, TransportConfig config) {
        super(loops, config);
        this.contexts = config.tls() == null ? null : TlsContexts.of(config.tls());
        this.handshakeMillis = config.connectTimeout().toMillis();
    }

    @Override
    public SocketAddress find(Address address) throws IOException {
        if (contexts == null) {
            throw new IOException("tls needs certificates, and none are configured");
        }
        return super.find(address);
    }

    @Override
    public void prepare(Channel channel, @Nullable Address dialled) {
        super.prepare(channel, dialled);
        TlsContexts given = contexts;
        if (given == null) {
            throw new IllegalStateException("tls needs certificates"); // cannot be: find() comes first
        }
        SslHandler handler = dialled == null
                ? given.accepting(channel.alloc())
                : given.dialling(channel.alloc(), dialled.host(), dialled.port());
        handler.setHandshakeTimeoutMillis(handshakeMillis);
        channel.pipeline().addLast(handler);
    }
}
