// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.troupe.net.netty.EventLoops;
import io.troupe.net.netty.TlsContext;
import io.troupe.net.netty.TlsMaterial;
import io.troupe.net.netty.TlsMaterial.PemFile;
import io.troupe.net.netty.TlsMaterial.Trust;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code tls://}: TCP, and both sides show certificates before the first byte is delivered. Any thread. */
final class TlsChannels extends TcpChannels {
    private final @Nullable TlsContext dialling;
    private final @Nullable TlsContext accepting;
    private final long handshakeMillis;

    /** Reads the files, if there are any. */
    TlsChannels(EventLoops loops, TransportConfig config) {
        super(loops, config);
        TlsMaterial material = config.tls() == null ? null : material(config.tls());
        this.dialling = material == null ? null : TlsContext.dialling(material);
        this.accepting = material == null ? null : TlsContext.accepting(material);
        this.handshakeMillis = config.connectTimeout().toMillis();
    }

    private static TlsMaterial material(TlsFiles files) {
        return new TlsMaterial(
                new PemFile("certificateChain", files.certificateChain()),
                new PemFile("privateKey", files.privateKey()),
                new PemFile("trusted", files.trusted()),
                files.verifyHost() ? Trust.HOST : Trust.AUTHORITY,
                true);
    }

    @Override
    public List<? extends SocketAddress> find(Address address) throws IOException {
        if (dialling == null) {
            throw new IOException("tls needs certificates, and none are configured");
        }
        return super.find(address);
    }

    @Override
    public void prepare(Channel channel, @Nullable Address dialled) {
        super.prepare(channel, dialled);
        TlsContext context = dialled == null ? accepting : dialling;
        if (context == null) {
            throw new IllegalStateException("tls needs certificates"); // cannot be: find() comes first
        }
        SslHandler handler = dialled == null
                ? context.handler(channel.alloc())
                : context.handler(channel.alloc(), dialled.host(), dialled.port());
        handler.setHandshakeTimeoutMillis(handshakeMillis);
        channel.pipeline().addLast(handler);
    }
}
