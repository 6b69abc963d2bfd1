// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The gate: what {@code .ci/house check} says of this build. */
class AllModulesTest {
    @Test
    void shouldKeepTheRulesOfShapeAndTheAcceptedPublicApi() throws IOException {
        assertThat(new House(Path.of("..")).complaints()).isEmpty();
    }
}
