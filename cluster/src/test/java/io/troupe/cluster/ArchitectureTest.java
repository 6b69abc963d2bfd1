// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.troupe.dispatch.support.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.cluster";

    private static final JavaClasses MAIN = ModuleRules.mainClasses(FACADE);

    @Test
    void shouldKeepTheRulesOfAllModules() {
        ModuleRules.check(MAIN, FACADE);
    }
}
