// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.troupe.net.netty.SocketIo;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class NioIpcTransportTest extends TransportContract {
    @TempDir
    Path folder;

    private int number;

    @Override
    protected Transport transport(String name, TransportConfig config) {
        return new SocketTransport(name, config, SocketIo.NIO);
    }

    @Override
    protected Address anywhere() {
        return Address.parse("ipc://" + folder.resolve("socket" + number++));
    }

    @Override
    protected Address nowhere() {
        return anywhere();
    }

    @Override
    protected boolean tellsAbort() {
        return false; // the end of a Unix domain socket always looks the same
    }
}
