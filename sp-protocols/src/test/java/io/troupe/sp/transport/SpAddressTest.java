// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpAddressTest {
    @Test
    void shouldReadSchemesInAnyCase() {
        assertThat(SpAddress.parse("TCP://Host:1"))
                .isEqualTo(new SpAddress("tcp", "Host:1"))
                .hasToString("tcp://Host:1");
    }

    @Test
    void shouldQuoteWhatIsNoAddressOnOneLine() {
        assertThatThrownBy(() -> SpAddress.parse("inproc:\nx"))
                .hasMessage("an address has the form scheme://rest: address=inproc:\\nx");
        assertThatThrownBy(() -> SpAddress.parse("ipc:///run/a\nb"))
                .hasMessage("an address must not have control characters: address=ipc:///run/a\\nb");
    }
}
