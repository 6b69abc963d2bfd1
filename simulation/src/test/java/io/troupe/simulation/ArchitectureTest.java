// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.troupe.dispatch.support.ModuleRules;
import io.troupe.dispatch.support.OutsideWorld;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.simulation";

    private static final JavaClasses MAIN = ModuleRules.mainClasses(FACADE);

    @Test
    void shouldKeepTheRulesOfAllModules() {
        ModuleRules.check(MAIN, FACADE);
    }

    @Test
    void shouldReadNoTimeAndNoChanceAndUseNoThreads() {
        OutsideWorld.check(MAIN, Map.of());
    }
}
