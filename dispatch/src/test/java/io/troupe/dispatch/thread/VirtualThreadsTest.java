// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.troupe.dispatch.Dispatchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class VirtualThreadsTest {
    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void shouldSayWhatIsMissingBeforeJava21() {
        assertThat(VirtualThreads.areAvailable()).isFalse();
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(Dispatchers::virtualThreads)
                .withMessage("virtual threads need Java 21 or later: java="
                        + Runtime.version().feature() + "; choose another dispatcher or run on a newer JDK");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldNameTheThreads() {
        assertThat(VirtualThreads.areAvailable()).isTrue();
        Thread thread = VirtualThreads.factory("probe-").newThread(() -> {});
        assertThat(thread.getName()).isEqualTo("probe-0");
    }
}
