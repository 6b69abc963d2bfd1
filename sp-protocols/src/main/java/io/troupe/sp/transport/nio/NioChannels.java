// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the JDK's channels say, in the words of this library. */
final class NioChannels {
    static final Logger LOG = LoggerFactory.getLogger(NioChannels.class);

    private NioChannels() {}

    /** A channel that can connect to this address. */
    static SocketChannel open(SocketAddress remote) throws IOException {
        if (remote instanceof UnixDomainSocketAddress) {
            return SocketChannel.open(StandardProtocolFamily.UNIX);
        }
        boolean six = remote instanceof InetSocketAddress inet && inet.getAddress() instanceof Inet6Address;
        return SocketChannel.open(six ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
    }

    /** Closes a channel that nobody needs any more. */
    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing failed: channel={}", channel, e);
        }
    }

    /** Sets what the options say about TCP, and about the system's buffers. */
    static void configure(SocketChannel channel, io.troupe.sp.socket.SocketOptions options) throws IOException {
        if (!isIpc(channel)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, options.noDelay());
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, options.keepAlive());
        }
        if (options.systemSendBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, options.systemSendBuffer());
        }
        if (options.systemReceiveBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, options.systemReceiveBuffer());
        }
    }

    /** The user at the other end; null: not known. */
    static @Nullable String identity(SocketChannel channel) {
        try {
            if (isIpc(channel) && channel.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
                return channel.getOption(ExtendedSocketOptions.SO_PEERCRED)
                        .user()
                        .getName();
            }
        } catch (IOException e) {
            LOG.debug("the peer's user is not known: channel={}", channel, e);
        }
        return null;
    }

    /**
     * Whether both ends are this one. A dialled port of this machine where nobody listens may be given to the socket that dials it;
     * TCP connects it then, and nobody could listen there any more.
     */
    static boolean isToItself(SocketChannel channel) throws IOException {
        return channel.getLocalAddress() instanceof InetSocketAddress local && local.equals(channel.getRemoteAddress());
    }

    private static boolean isIpc(SocketChannel channel) throws IOException {
        return channel.getLocalAddress() instanceof UnixDomainSocketAddress;
    }

    /** A socket's address as a URI; the fallback for those without a name of their own. */
    static String uri(@Nullable SocketAddress address, String fallback) {
        if (address instanceof InetSocketAddress inet) {
            String host = inet.getAddress().getHostAddress();
            return "tcp://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + inet.getPort();
        }
        return fallback;
    }

    /** Why listening or connecting did not work. */
    static SpException failure(String what, Object address, Exception cause) {
        String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new SpException(
                reason(cause, why.toLowerCase(Locale.ROOT)), what + ": address=" + address + ", cause=" + why, cause);
    }

    private static SpError reason(Exception cause, String why) {
        if (cause instanceof AccessDeniedException
                || why.contains("permission denied")
                || why.contains("not permitted")) {
            return SpError.PERMISSION_DENIED;
        }
        if (cause instanceof ConnectException && why.contains("refused")) {
            return SpError.REFUSED;
        }
        if (why.contains("in use")) {
            return SpError.ADDRESS_IN_USE;
        }
        boolean unusable = cause instanceof UnresolvedAddressException
                || cause instanceof UnsupportedAddressTypeException
                || cause instanceof NoSuchFileException
                || cause instanceof FileSystemException
                || why.contains("assign requested")
                || why.contains("no such file")
                || why.contains("not a directory")
                || why.contains("too long");
        return unusable ? SpError.ADDRESS_INVALID : SpError.IO;
    }
}
