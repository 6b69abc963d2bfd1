// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.troupe.net.SocketIo;
import io.troupe.remoting.transport.Address;
import io.troupe.remoting.transport.Transport;
import io.troupe.remoting.transport.TransportConfig;
import io.troupe.remoting.transport.TransportContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class NioIpcTransportTest extends TransportContract {
    @TempDir
    Path folder;

    private int number;

    @Override
    protected Transport transport(String name, TransportConfig config) {
        return new NettyTransport(name, config, SocketIo.NIO);
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
