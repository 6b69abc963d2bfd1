// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.SpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code tcp://host:port}: a name, an IPv4 address, an IPv6 address in brackets, or {@code *} or nothing for all interfaces. */
final class TcpEndpoint implements NioEndpoint {
    private static final int MOST = 65_535;
    private static final Pattern NUMERIC =
            Pattern.compile("(\\d{1,3})(\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%.+)?");
    private static final Pattern NAME = Pattern.compile("[^\\s/;:\\[\\]*]*");

    private final SpAddress address;
    private final String hostText;
    private final String host;
    private final int port;

    private TcpEndpoint(SpAddress address, String hostText, String host, int port) {
        this.address = address;
        this.hostText = hostText;
        this.host = host;
        this.port = port;
    }

    /**
     * Reads an address.
     *
     * @throws SpException ADDRESS_INVALID
     */
    static TcpEndpoint of(SpAddress address) {
        String rest = address.rest();
        int colon = rest.lastIndexOf(':');
        String hostText = colon < 0 ? rest : rest.substring(0, colon);
        boolean bracketed = hostText.startsWith("[") && hostText.endsWith("]");
        String host = bracketed ? hostText.substring(1, hostText.length() - 1) : hostText;
        if (colon < 0 || bracketed != host.contains(":") || !isHost(host)) {
            throw new SpException(
                    SpError.ADDRESS_INVALID, "a tcp address has the form tcp://host:port: address=" + address);
        }
        return new TcpEndpoint(
                address, hostText, host.equals("*") ? "" : host, port(rest.substring(colon + 1), address));
    }

    private static boolean isHost(String host) {
        return host.equals("*")
                || NUMERIC.matcher(host).matches()
                || NAME.matcher(host).matches();
    }

    private static int port(String text, SpAddress address) {
        int port;
        try {
            port = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new SpException(
                    SpError.ADDRESS_INVALID, "a port is a number: port=" + text + ", address=" + address, e);
        }
        if (port < 0 || port > MOST) {
            throw new SpException(
                    SpError.ADDRESS_INVALID,
                    "a port must be from 0 to " + MOST + ": port=" + port + ", address=" + address);
        }
        return port;
    }

    @Override
    public SpAddress address() {
        return address;
    }

    @Override
    public FrameFormat format() {
        return FrameFormat.TCP;
    }

    @Override
    public ServerSocketChannel bind() throws IOException {
        SocketAddress local =
                host.isEmpty() ? new InetSocketAddress(port) : resolve().get(0);
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.configureBlocking(false);
            return channel.bind(local, BACKLOG);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public SpAddress bound(@Nullable SocketAddress local) {
        int real = local instanceof InetSocketAddress inet ? inet.getPort() : port;
        return new SpAddress(address.scheme(), hostText + ":" + real);
    }

    @Override
    public void leave() {
        // a port is free when its channel is closed
    }

    /**
     * Checks that one can connect to it.
     *
     * @throws SpException ADDRESS_INVALID
     */
    TcpEndpoint remote() {
        if (host.isEmpty() || port == 0) {
            throw new SpException(SpError.ADDRESS_INVALID, "dialling needs a host and a port: address=" + address);
        }
        return this;
    }

    @Override
    public @Nullable SocketAddress known() {
        return NUMERIC.matcher(host).matches() ? resolve().get(0) : null;
    }

    @Override
    public List<SocketAddress> resolve() {
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .<SocketAddress>map(found -> new InetSocketAddress(found, port))
                    .toList();
        } catch (UnknownHostException e) {
            throw new SpException(SpError.ADDRESS_INVALID, "no such host: host=" + host + ", address=" + address, e);
        }
    }

    @Override
    public SpException connectFailure(Exception cause) {
        return NioChannels.failure("connecting failed", address, cause);
    }
}
