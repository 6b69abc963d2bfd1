// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.dispatch";

    private final JavaClasses main = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(FACADE);

    @Test
    void shouldHaveNoPackageCycles() {
        // "(**)" and not FACADE + ".(**)": the latter skips the root package and misses the cycles through it.
        slices().matching("(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(main);
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
                .check(main);
    }

    @Test
    void shouldNotPrint() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.allowEmptyShould(true).check(main);
    }

    @Test
    void shouldNotUseJavaUtilLogging() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.allowEmptyShould(true).check(main);
    }

    @Test
    void shouldHaveNoAbstractClassWithASingleSubclass() {
        List<String> lonely = main.stream()
                .filter(type -> !type.isInterface() && type.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(type -> type.getSubclasses().size() == 1)
                .map(JavaClass::getName)
                .toList();
        assertThat(lonely).isEmpty();
    }

    @Test
    void shouldInheritOverTwoLevelsAtMost() {
        List<String> deep = main.stream()
                .filter(type -> type.getAllRawSuperclasses().stream()
                                .filter(ancestor -> ancestor.getPackageName().startsWith(FACADE))
                                .count()
                        > 2)
                .map(JavaClass::getName)
                .toList();
        assertThat(deep).isEmpty();
    }
}
