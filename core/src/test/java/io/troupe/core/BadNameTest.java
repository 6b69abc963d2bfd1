// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.BlockingPool;
import org.junit.jupiter.api.Test;

/** A bad name must not begin a line of its own in a log. */
class BadNameTest {
    private static final String BAD = "a\nb\u001b";
    private static final String ESCAPED = "name=a\\nb\\u001b";

    @Test
    void shouldBeQuotedOnOneLine() {
        assertThatThrownBy(() -> ActorOptions.named(BAD)).hasMessageEndingWith(ESCAPED);
        assertThatThrownBy(() -> new BlockingPool(BAD, 1, 1)).hasMessageEndingWith(ESCAPED);
        assertThatThrownBy(() -> ActorSystem.start(BAD)).hasMessageEndingWith(ESCAPED);
    }
}
