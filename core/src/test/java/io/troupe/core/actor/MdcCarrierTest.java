// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ManualSystem;
import io.troupe.core.promise.Promise;
import java.lang.reflect.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.spi.MDCAdapter;

class MdcCarrierTest {
    private MDCAdapter before;

    @BeforeEach
    void installAdapter() throws ReflectiveOperationException {
        before = MDC.getMDCAdapter();
        use(new BasicMDCAdapter());
    }

    @AfterEach
    void removeAdapter() throws ReflectiveOperationException {
        use(before);
    }

    /** The binding of the tests has an adapter that keeps nothing. */
    private static void use(MDCAdapter adapter) throws ReflectiveOperationException {
        Field field = MDC.class.getDeclaredField("MDC_ADAPTER");
        field.setAccessible(true);
        field.set(null, adapter);
    }

    @Test
    void shouldCarryTheDiagnosticContextToTheActorAndBack() {
        try (ManualSystem test = new ManualSystem(builder -> builder.carrier(new MdcCarrier()))) {
            Logging actor = test.system.spawn(Logging.class, Logging::new);
            MDC.put("request", "r1");
            Promise<String> first = actor.request();
            Promise<String> continued = actor.request().map(value -> value + " " + MDC.get("request"));
            MDC.put("request", "r2");
            Promise<String> second = actor.request();
            MDC.clear();
            Promise<String> none = actor.request();

            assertThat(test.result(first)).isEqualTo("r1");
            assertThat(test.result(continued)).isEqualTo("r1 r1");
            assertThat(test.result(second)).isEqualTo("r2");
            assertThat(test.result(none)).isEqualTo("null");
            assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
        }
    }

    static class Logging extends Actor<Logging> {
        public Promise<String> request() {
            return Promise.of(String.valueOf(MDC.get("request")));
        }
    }
}
