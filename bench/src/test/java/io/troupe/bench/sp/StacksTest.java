// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.bench.results.Role;
import io.troupe.bench.sp.stack.JavaStack;
import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.Transport;
import org.junit.jupiter.api.Test;

class StacksTest {
    @Test
    void shouldNameEveryStackOnce() {
        assertThat(Stacks.names())
                .doesNotHaveDuplicates()
                .contains("c", "c-spin", "nio", "nio-spin", "nanomsg", "nng", "jeromq", "netty")
                .allSatisfy(name -> assertThat(Stacks.named(name).name()).isEqualTo(name));
    }

    @Test
    void shouldHaveAFloorAndAPeerInEveryCell() {
        for (Pattern pattern : Pattern.values()) {
            for (Transport transport : Transport.values()) {
                assertThat(Stacks.names().stream()
                                .map(Stacks::named)
                                .filter(stack -> stack.offers(pattern, transport, 8))
                                .map(stack -> Role.of("sp", stack.name())))
                        .contains(Role.LIMIT, Role.PEER);
            }
        }
    }

    @Test
    void shouldRefuseToRunADriverOnTheVirtualMachine() {
        assertThat(Stacks.javaStack("nio")).isInstanceOf(JavaStack.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stacks.javaStack("nng"))
                .withMessageContaining("stack=nng");
    }
}
