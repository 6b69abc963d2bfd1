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

    private final Exposures exposures = new Exposures(new TypeSerializers());
    private final MethodSerializer gold =
            exposures.serializerOf(ReferenceType.of(Safe.class, null).methods().get(0));

    private static CallPolicy failing(String message) {
        return (caller, target, method) -> {
            throw new IllegalStateException(message);
        };
    }

    /** What goes to the log while the action runs. */
    private static String logOf(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    private void ask(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(exposures.denial(null, "safe", gold)).contains("must allow a call: caller=unknown");
        }
    }

    /** Whoever calls could fill the log otherwise. */
    @Test
    void shouldLogMoreAndMoreRarelyThatAPolicyThrows() {
        exposures.policy(failing("a policy that fails"));
        String text = logOf(() -> ask(100));
        assertThat(text.lines().filter(line -> line.contains("a policy must decide about a call: times=")))
                .hasSize(7)
                .first()
                .asString()
                .contains("times=1, caller=unknown, target=safe, method=gold");
        assertThat(text).contains("times=64, ").contains("a policy that fails");
    }

    @Test
    void shouldLogTheFirstFailureOfEachPolicy() {
        exposures.policy(failing("the first policy"));
        ask(4);
        GuardedPolicy ofType = new GuardedPolicy(failing("the policy of a type"));
        assertThat(logOf(() -> ofType.denial(null, "safe/1", gold)))
                .contains("times=1, caller=unknown, target=safe/1", "the policy of a type");
        exposures.policy(failing("the second policy"));
        assertThat(logOf(() -> ask(1))).contains("times=1, ", "the second policy");
    }

    @Test
    void shouldAllowEverythingWithoutAPolicy() {
        assertThat(exposures.denial(null, "safe", gold)).isNull();
    }
}
