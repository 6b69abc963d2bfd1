// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.RegistryProvider;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdProviderTest {
    private static final Duration TEN = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(
            strings = {"etcd://", "etcd://host/space", "etcd://host:1", "etcd://host:1,/space", "etcd://host:1/a/b"})
    void shouldRefuseAnAddressThatIsNotOfEtcd(String address) {
        assertThatThrownBy(() -> RegistryProvider.find(address, TEN, TEN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an address of etcd must be etcd://host:port,host:port/space: address=" + address);
    }

    @Test
    void shouldSayWhichSchemesAreKnown() {
        assertThatThrownBy(() -> RegistryProvider.find("zoo://host:1", TEN, TEN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("address=zoo://host:1");
    }

    @Test
    void shouldKeepAMemberAsAValue() {
        MemberInfo info = new MemberInfo(-1, "ä \" \\ 😀", "", "ab", "", List.of("a", "b"), 1000);
        MemberValue value = new MemberValue(info, MemberStatus.LEAVING, true, Long.MIN_VALUE);
        assertThat(MemberValue.of(value.bytes())).isEqualTo(value);
        MemberInfo plain = new MemberInfo(7, "n", "a", "", "", List.of(), 1);
        MemberValue other = new MemberValue(plain, MemberStatus.GONE, false, 3);
        assertThat(MemberValue.of(other.bytes())).isEqualTo(other);
    }
}
