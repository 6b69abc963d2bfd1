// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
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

    private static final String FACADE = "io.troupe.core";

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(FACADE);

    @Test
    void shouldHaveNoPackageCycles() {
        // "(**)" and not FACADE + ".(**)": the latter skips the root package and misses the cycles through it.
        // promise and continuation are one concept: what users see of it, and what they do not.
        slices().matching("(**)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(
                        resideInAPackage("io.troupe.core.promise"), resideInAPackage("io.troupe.core.continuation"))
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
                        Map.entry("io.troupe.core.SystemBuilder", "the default clock"),
                        Map.entry("io.troupe.core.cell.CellSystem", "the default source of chance"),
                        Map.entry("io.troupe.core.cell.ClosingWait", "closing waits for other threads"),
                        Map.entry(
                                "io.troupe.core.cell.HelperPool",
                                "threads for blocking work, unless the system is given an executor"),
                        Map.entry("io.troupe.core.cell.HelperPools", "closing waits for these threads"),
                        Map.entry(
                                "io.troupe.core.channel.Channel",
                                "yields to who holds the lock; a single thread never finds it held"),
                        Map.entry("io.troupe.core.continuation.BlockedThread", "a thread waits for a promise"),
                        Map.entry(
                                "io.troupe.core.continuation.CallbackThreads",
                                "threads for continuations, unless the system is given an executor"),
                        Map.entry("io.troupe.core.continuation.GlobalExecutors", "promises of no system"),
                        Map.entry(
                                "io.troupe.core.line.LineRing",
                                "a publisher waits a few instructions for whoever ends the line")));
    }

    @Test
    void shouldNotPrint() {
        // the one that prints what would vanish where there is no logging provider
        JavaClasses others = MAIN.that(not(simpleName("StandardError")));
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.allowEmptyShould(true).check(others);
    }

    @Test
    void shouldNotUseJavaUtilLogging() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.allowEmptyShould(true).check(MAIN);
    }
}
