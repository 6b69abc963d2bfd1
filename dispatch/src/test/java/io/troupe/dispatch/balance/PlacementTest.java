// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PlacementTest {
    @Test
    void shouldTellDemandsFromNone() {
        assertThat(Placement.ANYWHERE.isDemanding()).isFalse();
        assertThat(Placement.pinned(3).isPinned()).isTrue();
        assertThat(Placement.pinned(3).isDemanding()).isTrue();
        assertThat(Placement.together("a").isDemanding()).isTrue();
        assertThat(Placement.apart("a").isDemanding()).isTrue();
        assertThat(Placement.apart("a").isPinned()).isFalse();
    }

    @Test
    void shouldRejectContradictions() {
        assertThatThrownBy(() -> Placement.pinned(-1)).hasMessageContaining("worker=-1");
        assertThatThrownBy(() -> new Placement(-2, null, null)).hasMessageContaining("worker=-2");
        assertThatThrownBy(() -> new Placement(0, "a", null)).hasMessageContaining("pinned");
        assertThatThrownBy(() -> new Placement(-1, "a", "a")).hasMessageContaining("apart");
        assertThatThrownBy(() -> Placement.together(null)).hasMessage("key");
        assertThatThrownBy(() -> Placement.apart(null)).hasMessage("key");
    }

    @Test
    void shouldAllowTogetherWithSomeAndApartFromOthers() {
        assertThat(new Placement(-1, "a", "b").isDemanding()).isTrue();
    }
}
