// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.epoll.Epoll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;

class SocketIoTest {
    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    @EnabledForJreRange(max = JRE.JAVA_23)
    void shouldBeNativeWhereNothingWarns() {
        assertThat(SocketIo.best()).isEqualTo(SocketIo.EPOLL);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24)
    void shouldBeNativeOnlyWhereTheJvmAllowsIt() {
        assertThat(SocketIo.best() == SocketIo.EPOLL)
                .isEqualTo(NativeAccess.isAllowed(Epoll.class) && Epoll.isAvailable());
    }
}
