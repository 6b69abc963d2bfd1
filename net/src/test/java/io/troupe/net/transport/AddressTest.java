// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://127.0.0.1:7000",
                "tls://localhost:0",
                "tcp://[0:0:0:0:0:0:0:1]:65535",
                "ipc:///run/troupe/socket",
                "inproc://name"
            })
    void shouldBeLocalWithinTheMachine(String text) {
        assertThat(Address.parse(text).isLocal()).isTrue();
        assertThat(Address.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://0.0.0.0:7000", "tls://[0:0:0:0:0:0:0:0]:7000", "tcp://192.0.2.1:7000"})
    void shouldNotBeLocalWhereOtherMachinesReachIt(String text) {
        assertThat(Address.parse(text).isLocal()).isFalse();
    }

    /** A host with several addresses is dialled at each of them. */
    @Test
    void shouldBeLocalOnlyIfAllAddressesOfTheHostAre() throws Exception {
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        InetAddress hereToo = InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        assertThat(Address.areLocal(here, hereToo)).isTrue();
        assertThat(Address.areLocal(here, elsewhere)).isFalse();
        assertThat(Address.areLocal(elsewhere, here)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:7000",
                "udp://127.0.0.1:7000",
                "tcp://127.0.0.1",
                "tcp://127.0.0.1:65536",
                "tcp://user@127.0.0.1:7000",
                "tcp://127.0.0.1:7000/path",
                "ipc://",
                "inproc://two words"
            })
    void shouldSayWhatAnAddressLooksLike(String text) {
        assertThatThrownBy(() -> Address.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("an address must be")
                .hasMessageEndingWith(": address=" + text);
    }

    @Test
    void shouldQuoteWhatIsNoAddressOnOneLine() {
        assertThatThrownBy(() -> Address.parse("ipc:///run/a\nb"))
                .hasMessage("an address must not have control characters: address=ipc:///run/a\\nb");
        assertThatThrownBy(() -> Address.parse("tcp://a\u2028b:1")).hasMessageEndingWith("address=tcp://a\\u2028b:1");
    }
}
