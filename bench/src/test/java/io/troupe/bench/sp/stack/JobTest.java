// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobTest {
    private static final Path FOLDER = Path.of("/folder");

    @Test
    void shouldComeBackFromItsArguments() {
        Job job = job("tcp://127.0.0.1:4711");
        assertThat(Job.of(job.arguments())).isEqualTo(job);
    }

    @Test
    void shouldFindAnAddressForEveryTransport() throws IOException {
        for (Transport transport : Transport.values()) {
            assertThat(job(Job.freeAddress(transport, FOLDER)).transport()).isEqualTo(transport);
        }
        assertThat(job(Job.freeAddress(Transport.TCP, FOLDER)).socketAddress())
                .isInstanceOfSatisfying(InetSocketAddress.class, address -> assertThat(address.getPort())
                        .isPositive());
        assertThat(job(Job.freeAddress(Transport.IPC, FOLDER)).socketAddress())
                .isEqualTo(UnixDomainSocketAddress.of("/folder/bench.ipc"));
    }

    @Test
    void shouldRefuseOtherAddresses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job("udp://127.0.0.1:1").transport())
                .withMessageContaining("address=udp://127.0.0.1:1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job("inproc://bench").socketAddress())
                .withMessageContaining("address=inproc://bench");
    }

    private static Job job(String address) {
        return new Job(address, 4_096, 2, Duration.ofMillis(1_500), Duration.ofSeconds(1));
    }
}
