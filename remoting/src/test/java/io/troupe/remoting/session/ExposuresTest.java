// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.link.CallPolicy;
import io.troupe.remoting.value.MethodSerializer;
import io.troupe.remoting.value.TypeSerializers;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ExposuresTest {
    public static class Safe extends Actor<Safe> {
        public Promise<Integer> gold() {
            return Promise.of(100);
        }
    }

    /** Whoever calls could fill the log otherwise. */
    @Test
    void shouldLogMoreAndMoreRarelyThatAPolicyThrows() {
        Exposures exposures = new Exposures(new TypeSerializers());
        MethodSerializer gold = exposures.serializerOf(
                ReferenceType.of(Safe.class, null).methods().get(0));
        CallPolicy policy = (caller, target, method) -> {
            throw new IllegalStateException("a policy that fails");
        };
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            for (int i = 0; i < 100; i++) {
                assertThat(exposures.denial(policy, null, "safe", gold)).contains("must allow a call: caller=unknown");
            }
        } finally {
            System.setErr(before);
        }
        String text = log.toString(StandardCharsets.UTF_8);
        assertThat(text.lines().filter(line -> line.contains("a policy must decide about a call: times=")))
                .hasSize(7)
                .first()
                .asString()
                .contains("times=1, caller=unknown, target=safe, method=gold");
        assertThat(text).contains("times=64, ").contains("a policy that fails");
    }
}
