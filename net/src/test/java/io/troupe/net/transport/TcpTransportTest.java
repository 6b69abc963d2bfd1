// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.net.InetAddress;
import java.net.ServerSocket;

class TcpTransportTest extends TransportContract {
    @Override
    protected Transport transport(String name, TransportConfig config) {
        return new SocketTransport(name, config);
    }

    @Override
    protected Address anywhere() {
        return Address.parse("tcp://127.0.0.1:0");
    }

    @Override
    protected Address nowhere() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return anywhere().port(socket.getLocalPort()); // free again from here on
        }
    }
}
