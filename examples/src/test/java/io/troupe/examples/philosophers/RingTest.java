// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.philosophers.Chair.Fork;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RingTest {

    @Test
    void shouldStayARingInWhichNeighboursAgreeHoweverItGrows() {
        Ring ring = new Ring(0, 7);
        for (int guests = 1; guests <= 100; guests++) {
            ring.sit();
            assertRing(ring);
        }
        assertThat(ring.chairs()).hasSize(100);
    }

    @Test
    void shouldMixThoseWhoComeLaterWithThoseWhoAreThere() {
        Ring ring = new Ring(0, 0);
        for (int guests = 0; guests < 20; guests++) {
            ring.sit();
        }
        int strangers = 0;
        for (Chair chair : ring.chairs().subList(0, 10)) {
            strangers += chair.next().index() >= 10 ? 1 : 0;
        }
        assertThat(strangers).isGreaterThanOrEqualTo(4);
    }

    @Test
    void shouldFindGuestsByTheirPresentNumberOnly() {
        Ring ring = new Ring(0, 1023);
        for (int times = 0; times < 5000; times++) {
            Chair chair = ring.sit();
            int seat = chair.seat();
            assertThat(seat).isNotNegative();
            assertThat(ring.find(seat)).isSameAs(chair);
            ring.free(chair);
            assertThat(ring.find(seat)).isNull();
        }
        assertThat(ring.find(-1)).isNull();
        assertThat(ring.find(5)).isNull();
    }

    private static void assertRing(Ring ring) {
        Set<Fork> forks = new HashSet<>();
        Chair chair = ring.chairs().get(0);
        for (int i = 0; i < ring.chairs().size(); i++) {
            assertThat(chair.next().beside(Hand.LEFT)).isSameAs(chair.beside(Hand.RIGHT));
            assertThat(chair.next().index() % 2).isNotEqualTo(chair.index() % 2);
            forks.add(chair.beside(Hand.RIGHT));
            chair = chair.next();
        }
        assertThat(chair).isSameAs(ring.chairs().get(0));
        assertThat(forks).hasSize(ring.chairs().size());
    }
}
