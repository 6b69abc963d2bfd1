// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.epoll.Epoll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;

class SocketChoiceTest {
    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    @EnabledForJreRange(max = JRE.JAVA_23)
    void shouldBeNativeWhereNothingWarns() {
        assertThat(SocketChoice.best().io()).isEqualTo(SocketIo.EPOLL);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24)
    void shouldBeNativeOnlyWhereTheJvmAllowsIt() {
        assertThat(SocketChoice.best().io() == SocketIo.EPOLL)
                .isEqualTo(NativeAccess.isAllowed(Epoll.class) && Epoll.isAvailable());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24)
    @EnabledOnOs(OS.LINUX)
    void shouldNameTheOptionThatAllowsIt() {
        String expected = NativeAccess.isAllowed(Epoll.class) ? "native epoll" : "--enable-native-access";
        assertThat(SocketChoice.best().reason()).contains(expected);
    }

    @Test
    void shouldNameTheModulesThatNeedNativeAccess() {
        assertThat(NativeAccess.option(String.class, Integer.class, java.util.logging.Logger.class))
                .isEqualTo("--enable-native-access=java.base,java.logging");
        assertThat(NativeAccess.option(SocketChoiceTest.class)).startsWith("--enable-native-access=");
    }
}
