// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.promise.Promise;
import java.lang.reflect.Field;
import java.util.Map;
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

    @Test
    void shouldLeaveNothingBehindInAMillionTurns() {
        try (ManualSystem test = new ManualSystem(builder -> builder.carrier(new MdcCarrier()))) {
            Dirty dirty = test.system.spawn(Dirty.class, Dirty::new);
            Dirty clean = test.system.spawn(Dirty.class, Dirty::new);
            for (int i = 0; i < 1_000_000; i++) {
                if (i % 2 == 0) {
                    MDC.put("request", "r" + i);
                    dirty.pollute(i);
                    MDC.clear();
                } else {
                    clean.look();
                }
                if (i % 1000 == 999) {
                    test.runAll();
                    assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
                }
            }

            assertThat(test.result(clean.seen())).isZero();
        }
    }

    @Test
    void shouldGiveLinksTheListedKeysOnly() {
        MdcCarrier carrier = new MdcCarrier("request", "user");

        assertThat(new MdcCarrier().headers()).isEmpty();
        assertThat(carrier.headers()).containsExactlyInAnyOrder("mdc.request", "mdc.user");
        assertThat(carrier.write(Map.of("request", "r1", "password", "p"))).isEqualTo(Map.of("mdc.request", "r1"));
        assertThat(carrier.read(Map.of("mdc.request", "r1 ü"))).isEqualTo(Map.of("request", "r1 ü"));
        for (String forged : new String[] {"a\nb", "a\u001b[2J", "a\u2028b", "a\u202eb"}) {
            assertThatThrownBy(() -> carrier.read(Map.of("mdc.request", forged)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("header=mdc.request");
        }
    }

    @Test
    void shouldRefuseTwoCarriersWithTheSameHeader() {
        assertThatThrownBy(() -> new ManualSystem(
                        builder -> builder.carrier(new MdcCarrier("a", "b")).carrier(new MdcCarrier("b"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a header must belong to one carrier: header=mdc.b");
    }

    static class Dirty extends Actor<Dirty> {
        private int seen;

        public void pollute(int number) {
            MDC.put("left", "behind " + number);
            if (number % 3 == 0) {
                context().blocking(() -> {
                    MDC.put("helper", "left behind");
                    return number;
                });
            }
        }

        public void look() {
            Map<String, String> map = MDC.getCopyOfContextMap();
            seen += map == null ? 0 : map.size();
        }

        public Promise<Integer> seen() {
            return Promise.of(seen);
        }
    }

    static class Logging extends Actor<Logging> {
        public Promise<String> request() {
            return Promise.of(String.valueOf(MDC.get("request")));
        }
    }
}
