// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.SpAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LateDialTest {
    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp://127.0.0.1:9", "ws://127.0.0.1:9/sp", "wss://127.0.0.1:9/sp"})
    void shouldBeginNoThreadsAfterTheEnd(String address) {
        NettyTransport transport = new NettyTransport();
        transport.close();
        TestEnd end = new TestEnd(SocketOptions.defaults());
        assertThatThrownBy(() -> transport.connect(SpAddress.parse(address), end.context, end))
                .isInstanceOfSatisfying(
                        SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.CLOSED));
        TestEnd.noThreads();
    }
}
