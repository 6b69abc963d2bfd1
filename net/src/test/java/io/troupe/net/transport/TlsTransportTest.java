// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.troupe.net.support.TestCertificates;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class TlsTransportTest extends TransportContract {
    @TempDir
    static Path folder;

    static TestCertificates authority;

    @BeforeAll
    static void makeAuthority() throws Exception {
        authority = new TestCertificates(folder, "authority");
    }

    @Override
    protected Transport transport(String name, TransportConfig config) throws Exception {
        return new SocketTransport(name, config.tls(authority.good(name)));
    }

    @Override
    protected Address anywhere() {
        return Address.parse("tls://localhost:0");
    }

    @Override
    protected Address nowhere() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return anywhere().port(socket.getLocalPort()); // free again from here on
        }
    }

    @Override
    protected int manyConnections() {
        return 50; // each one signs and verifies on both sides
    }
}
