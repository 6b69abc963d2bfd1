// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClusterConfigTest {
    private static final ClusterConfig ALONE = ClusterConfig.file(Path.of("state.db"));
    private static final ClusterConfig MEMBER = ALONE.listen("tcp://127.0.0.1:0");

    @Test
    void shouldGroupWhatIsSaidOfMembers() {
        ClusterConfig config = MEMBER.name("one")
                .roles("accounts", "mail")
                .version("1.12.3")
                .lease(Duration.ofSeconds(3))
                .joinDelay(Duration.ZERO)
                .drain(Duration.ofSeconds(7))
                .registry("etcd://127.0.0.1:2379")
                .commitQueue(7);
        assertThat(config.member().listen()).isEqualTo("tcp://127.0.0.1:0");
        assertThat(config.member().name()).isEqualTo("one");
        assertThat(config.member().roles()).containsExactly("accounts", "mail");
        assertThat(config.member().version()).isEqualTo("1.12.3");
        assertThat(config.member().times())
                .isEqualTo(new ClusterTimes(Duration.ofSeconds(3), Duration.ZERO, Duration.ofSeconds(7)));
        assertThat(config.member().registry()).isEqualTo("etcd://127.0.0.1:2379");
        assertThat(config.commitQueue()).isEqualTo(7);
        assertThat(config.commitMemory()).isEqualTo(64L << 20);
        assertThat(config.commitMemory(2 << 20).name("two").commitMemory()).isEqualTo(2L << 20);
        assertThat(ALONE.member()).isEqualTo(MemberConfig.alone());
    }

    @Test
    void shouldRefuseWhatBreaksARule() {
        refused(() -> ALONE.commitQueue(0), "commitQueue must be from 1 to 1000000: commitQueue=0");
        refused(
                () -> ALONE.commitMemory((2 << 20) - 1),
                "commitMemory must be from 2 MiB to 1 TiB, in bytes: commitMemory=2097151");
        refused(() -> ALONE.commitMemory((1L << 40) + 1), "commitMemory must be from 2 MiB to 1 TiB");
        refused(() -> ALONE.name("one"), "a process must listen to be a member");
        refused(() -> ALONE.registry("etcd://h:1"), "a process must listen to be a member");
        refused(() -> ClusterConfig.memory().listen("tcp://127.0.0.1:0"), "members must share a file or a database");
        refused(() -> ALONE.listen("tcp://0.0.0.0:7400"), "an address that others can dial");
        refused(() -> ALONE.listen("inproc://here"), "an address that others can dial");
        refused(() -> ALONE.listen("somewhere"), "an address must begin with");
        refused(() -> MEMBER.name("a\nb"), "name must not have control characters");
        refused(() -> MEMBER.roles("two words"), "a role must be a word");
        refused(() -> ALONE.version("7"), "a process must listen to be a member");
        refused(() -> MEMBER.version("seven"), "a version must have an order, such as 7 or 1.12.3: version=seven");
        refused(() -> MEMBER.version("7." + "1".repeat(200)), "version must have 0 to 128 characters");
        refused(() -> MEMBER.registry("etcd"), "a registry must be an address");
        refused(() -> MEMBER.lease(Duration.ofSeconds(2)), "lease must be from 3 to 60 seconds: lease=PT2S");
        refused(() -> MEMBER.lease(Duration.ofSeconds(61)), "lease must be from 3 to 60 seconds");
        refused(() -> MEMBER.joinDelay(Duration.ofSeconds(-1)), "joinDelay must be from zero to 5 minutes");
        refused(() -> MEMBER.drain(Duration.ofHours(2)), "drain must be from zero to an hour");
    }

    private static void refused(Runnable config, String text) {
        assertThatThrownBy(config::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }
}
