// SPDX-License-Identifier: Apache-2.0
package io.troupe.net;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String NET = "io.troupe.net";

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(NET);

    @Test
    void shouldHaveNoPackageCycles() {
        slices().matching("(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void shouldExportItsPortsToAllAndNettyToOurModules() {
        assertThat(ModuleFinder.of(Path.of("target", "classes"))
                        .find(NET)
                        .orElseThrow()
                        .descriptor()
                        .exports())
                .extracting(exports -> exports.source() + " to " + exports.targets())
                .containsExactlyInAnyOrder(
                        NET + ".framed to []", NET + ".transport to []", NET + ".netty to [io.troupe.sp]");
    }

    @Test
    void shouldNotMentionNettyInItsPorts() {
        noClasses()
                .that()
                .arePublic()
                .and()
                .resideInAnyPackage(NET + ".framed", NET + ".transport")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(MAIN);
    }

    @Test
    void shouldKnowNothingOfTheFloorsAbove() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.troupe.remoting..", "io.troupe.sp..")
                .check(MAIN);
    }

    @Test
    void shouldNotPrint() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MAIN);
    }
}
