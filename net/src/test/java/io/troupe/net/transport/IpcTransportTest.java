// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IpcTransportTest extends TransportContract {
    @TempDir
    Path folder;

    private int number;

    @Override
    protected Transport transport(String name, TransportConfig config) {
        return new SocketTransport(name, config);
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

    @Test
    void shouldNameTheFolderThatIsMissing() {
        Path missing = folder.resolve("missing");
        try (Transport transport = transport("missing", TransportConfig.defaults())) {
            assertThatThrownBy(() -> transport
                            .listen(Address.parse("ipc://" + missing.resolve("socket")), Peer::new)
                            .await(Peer.LIMIT))
                    .hasMessageContaining("the folder of a socket must exist: folder=" + missing)
                    .hasMessageNotContaining("nobody listens");
        }
    }
}
