// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final long MOST_TYPES = 15;

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.troupe.examples");

    @Test
    void shouldHaveNoPackageCycles() {
        slices().matching("(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void shouldKeepPackagesSmall() {
        Map<String, Long> files = MAIN.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(files.entrySet()).isNotEmpty().allSatisfy(count -> assertThat(count.getValue())
                .isLessThanOrEqualTo(MOST_TYPES));
    }
}
