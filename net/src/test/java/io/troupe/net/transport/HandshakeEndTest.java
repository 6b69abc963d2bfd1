// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.troupe.net.netty.NetFailure;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A handshake that fails is noticed twice, by TLS and by the socket; what is told does not depend on which comes first. */
class HandshakeEndTest {
    private final List<String> told = new ArrayList<>();

    private ConnectionHandler handler() {
        ConnectionListener nobody = new ConnectionListener() {
            @Override
            public void onOpen(Connection opened) {}

            @Override
            public int onBytes(byte[] bytes, int from, int to) {
                return to - from;
            }

            @Override
            public void onWritable() {}

            @Override
            public void onClose(@Nullable String cause) {}
        };
        return new ConnectionHandler(nobody, "", new OpenListener() {
            @Override
            public void onOpened(Connection connection) {
                told.add("opened");
            }

            @Override
            public void onRefused(NetFailure why, Throwable cause) {
                told.add(why.text());
            }
        });
    }

    /** Its end comes later, as that of a socket. */
    private static final class Later extends ChannelOutboundHandlerAdapter {
        @Override
        public void close(ChannelHandlerContext ctx, ChannelPromise promise) {}
    }

    private static SslHandshakeCompletionEvent wrongHost() {
        SSLHandshakeException failure = new SSLHandshakeException("no good");
        failure.initCause(new CertificateException("No subject alternative DNS name matching elsewhere found"));
        return new SslHandshakeCompletionEvent(failure);
    }

    @Test
    void shouldNameTheWrongHostAlsoWhenAWriteFailsFirst() {
        EmbeddedChannel channel = new EmbeddedChannel(new Later());
        channel.pipeline().addLast(handler());
        channel.pipeline().fireExceptionCaught(new ClosedChannelException());
        channel.pipeline().fireUserEventTriggered(wrongHost());
        channel.pipeline().fireChannelInactive();
        assertThat(told).hasSize(1).first().asString().contains("not for this host");
    }

    @Test
    void shouldSayThatTheOtherSideClosedDuringTheHandshake() {
        ClosedChannelException closed = new ClosedChannelException();
        closed.addSuppressed(new SSLHandshakeException("Connection closed while SSL/TLS handshake was in progress"));
        assertThat(NetFailure.of(closed).text())
                .isEqualTo("the other side closed the connection during the TLS handshake");
    }
}
