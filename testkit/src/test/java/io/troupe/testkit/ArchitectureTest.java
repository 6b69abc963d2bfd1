// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.troupe.dispatch.support.ModuleRules;
import io.troupe.dispatch.support.OutsideWorld;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.testkit";

    private static final JavaClasses MAIN = ModuleRules.mainClasses(FACADE);

    @Test
    void shouldKeepTheRulesOfAllModules() {
        ModuleRules.check(MAIN, FACADE);
    }

    @Test
    void shouldReadTimeAndChanceAndUseThreadsOnlyWhereThereIsAReason() {
        OutsideWorld.check(
                MAIN,
                Map.ofEntries(
                        Map.entry("io.troupe.testkit.Await", "a test waits for threads"),
                        Map.entry("io.troupe.testkit.ChangeMonitor", "a test waits for threads"),
                        Map.entry("io.troupe.testkit.RoundTrip", "a test waits for threads"),
                        Map.entry(
                                "io.troupe.testkit.SteppedProgress",
                                "a system without threads on the clock of the machine"),
                        Map.entry("io.troupe.testkit.history.SearchBudget", "a limit of the machine's time"),
                        Map.entry("io.troupe.testkit.schedule.Reruns", "a report of the machine's time"),
                        Map.entry("io.troupe.testkit.schedule.Schedules", "a report of the machine's time"),
                        Map.entry("io.troupe.testkit.trace.EventRecorder", "a trace of real threads"),
                        Map.entry("io.troupe.testkit.wire.WireFlow", "a proxy of real sockets"),
                        Map.entry("io.troupe.testkit.wire.WireLink", "a proxy of real sockets"),
                        Map.entry("io.troupe.testkit.wire.WireProxy", "a proxy of real sockets"),
                        Map.entry("io.troupe.testkit.wire.WirePump", "a proxy of real sockets")));
    }
}
