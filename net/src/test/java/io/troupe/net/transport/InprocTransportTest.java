// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InprocTransportTest extends TransportContract {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @Override
    protected Transport transport(String name, TransportConfig config) {
        return new SocketTransport(name, config);
    }

    @Override
    protected Address anywhere() {
        return Address.parse("inproc://place-" + NUMBERS.incrementAndGet());
    }

    @Override
    protected Address nowhere() {
        return anywhere();
    }

    /** The last of a connection is read after its sender, who could not wait any longer, has ended. */
    @Test
    void shouldEndInOrderWhenTheOtherTransportIsGone() {
        Transport client = transport("troupe-transport-gone", TransportConfig.defaults());
        try (Transport server = transport("troupe-transport-stays", TransportConfig.defaults())) {
            Peer accepted = new Peer();
            Peer dialled = new Peer();
            Address at =
                    server.listen(anywhere(), () -> accepted).await(Peer.LIMIT).address();
            Connection connection = client.connect(at, dialled).await(Peer.LIMIT);
            accepted.connection().execute(() -> {
                connection.execute(() -> {
                    connection.close();
                    connection.abort();
                });
                dialled.closed();
                client.close();
            });
            assertThat(accepted.closed()).isEqualTo("null");
        }
    }
}
