// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void shouldHaveNoPackageCycles() {
        // Those of the modules with suites, too: all are on this class path.
        JavaClasses main = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(place -> !place.contains("/jmh_generated/")) // by JMH
                .importPackages("io.troupe.bench");
        slices().matching("(**)").should().beFreeOfCycles().check(main);
    }
}
