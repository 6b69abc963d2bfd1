// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemberTransportTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final TestNetwork network = new TestNetwork();
    private final MemberGate gate = new MemberGate();
    private final MemberTransport red = new MemberTransport("red", network, gate);
    private final MemberTransport blue = new MemberTransport("blue", network, new MemberGate());

    @AfterEach
    void close() {
        red.close();
        blue.close();
    }

    /** Notes the end of a connection. */
    private static final class End implements ConnectionListener {
        private volatile boolean isTold;

        @Override
        public void onOpen(Connection connection) {}

        @Override
        public int onBytes(byte[] bytes, int from, int end) {
            return end - from;
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClose(@Nullable String cause) {
            isTold = true;
        }
    }

    @Test
    void shouldHaveCutAMemberOffWhenListenersKnow() {
        Address address = blue.listen(Address.parse("tcp://127.0.0.1:0"), End::new)
                .await(LIMIT)
                .address();
        End end = new End();
        red.connect(address, end).await(LIMIT);
        gate.shut();
        red.standStill();
        network.cut("red", "blue");
        Promise<?> cut = red.cut("blue");
        assertThat(cut.isSettled()).isFalse();
        gate.open();
        cut.await(LIMIT);
        assertThat(end.isTold).isTrue();
    }

    @Test
    void shouldCutAMemberOffAtOnceThatHasNoConnection() {
        network.cut("red", "blue");
        assertThat(red.cut("blue").isSettled()).isTrue();
    }
}
