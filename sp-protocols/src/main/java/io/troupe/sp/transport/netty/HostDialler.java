// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.troupe.net.netty.EventLoops;
import io.troupe.net.netty.TlsContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One attempt to connect to a host: looks its name up, and dials each of its addresses until one answers. Any thread. */
final class HostDialler {
    private final HostAddress address;
    private final AttemptTarget target;
    private final EventLoops loops;
    private final ConnectionAttempt attempt;

    private HostDialler(HostAddress address, AttemptTarget target, EventLoops loops) {
        this.address = address;
        this.target = target;
        this.loops = loops;
        this.attempt = ConnectionAttempt.dialled(target);
    }

    /** Begins; what comes of it is told to the target. */
    static AutoCloseable start(HostAddress address, AttemptTarget target, EventLoops loops) {
        HostDialler dialler = new HostDialler(address, target, loops);
        try {
            dialler.attempt.within(
                    loops.sockets().next(), target.options().handshakeTimeout().toNanos());
            loops.help(dialler::dial);
        } catch (RejectedExecutionException e) {
            dialler.attempt.fail(e);
        }
        return dialler.attempt::giveUp;
    }

    private void dial() {
        try {
            TlsContext tls = address.isEncrypted() ? TlsSettings.dialling(target.options()) : null;
            var places = Arrays.stream(InetAddress.getAllByName(address.host()))
                    .map(host -> new InetSocketAddress(host, address.port()))
                    .toList();
            attempt.dial(loops.sockets(), loops.io().tcp(), places, channel -> furnish(channel, tls));
        } catch (UnknownHostException | RuntimeException e) {
            attempt.fail(e);
        }
    }

    private void furnish(Channel channel, @Nullable TlsContext tls) {
        if (tls != null) {
            SslHandler handler = tls.handler(channel.alloc(), address.host(), address.port());
            handler.setHandshakeTimeoutMillis(0); // one limit for all steps of the handshake
            channel.pipeline().addLast(handler);
        }
        if (address.isWeb()) {
            UpgradeClient.furnish(channel, attempt, address.uri(), target);
        } else {
            channel.pipeline().addLast(SpHeaderHandler.secure(attempt, target));
        }
    }
}
