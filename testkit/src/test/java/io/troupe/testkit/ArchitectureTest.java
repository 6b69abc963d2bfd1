// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.troupe.dispatch.support.OutsideWorld;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.testkit";

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(FACADE);

    @Test
    void shouldHaveNoPackageCycles() {
        // "(**)" and not FACADE + ".(**)": the latter skips the root package and misses the cycles through it.
        slices().matching("(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(MAIN);
    }

    @Test
    void shouldKeepTheFacadeOnTop() {
        noClasses()
                .that()
                .resideOutsideOfPackage(FACADE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(FACADE)
                .allowEmptyShould(true)
                .check(MAIN);
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
                        Map.entry("io.troupe.testkit.schedule.Schedules", "a report of the machine's time"),
                        Map.entry("io.troupe.testkit.schedule.Shrinking", "a limit of the machine's time"),
                        Map.entry("io.troupe.testkit.trace.EventRecorder", "a trace of real threads"),
                        Map.entry("io.troupe.testkit.wire.WireFlow", "a proxy of real sockets"),
                        Map.entry("io.troupe.testkit.wire.WireLink", "a proxy of real sockets"),
                        Map.entry("io.troupe.testkit.wire.WireProxy", "a proxy of real sockets"),
                        Map.entry("io.troupe.testkit.wire.WirePump", "a proxy of real sockets")));
    }

    @Test
    void shouldNotPrint() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.allowEmptyShould(true).check(MAIN);
    }

    @Test
    void shouldNotUseJavaUtilLogging() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.allowEmptyShould(true).check(MAIN);
    }
}
