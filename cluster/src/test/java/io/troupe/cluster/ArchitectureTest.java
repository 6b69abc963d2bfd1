// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.cluster";

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
    void shouldNotPrint() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.allowEmptyShould(true).check(MAIN);
    }

    @Test
    void shouldNotUseJavaUtilLogging() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.allowEmptyShould(true).check(MAIN);
    }
}
