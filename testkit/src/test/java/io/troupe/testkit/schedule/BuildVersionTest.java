// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class BuildVersionTest {
    private static final String PROPERTY = "troupe.version";

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void shouldKnowVersionAndCommitOfABuildInARepository() {
        assertThat(BuildVersion.running()).matches("unknown|[0-9][^ ]* [0-9a-f]{12}");
    }

    @Test
    void shouldTakeTheVersionThatItIsTold() {
        System.setProperty(PROPERTY, "my program 7");
        assertThat(BuildVersion.running()).isEqualTo("my program 7");
    }
}
