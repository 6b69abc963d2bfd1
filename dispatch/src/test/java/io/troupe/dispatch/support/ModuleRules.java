// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.library.dependencies.SliceRule;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/** The rules that all libraries keep, for the tests of each. What one keeps beside them is in its own test. */
public final class ModuleRules {
    /** Nothing is printed, and what is logged goes through SLF4J. */
    public static final ArchRule NO_OUTPUT = CompositeArchRule.of(NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS)
            .and(NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING);

    /**
     * The class of an event of flight recordings brings in hundreds of others when it is first used, which took half a second on a
     * busy machine: so not before the process records anything.
     */
    public static final ArchRule EVENTS_ONLY_FOR_RECORDINGS = classes()
            .that(describe("make events", ModuleRules::makesEvents))
            .should()
            .callMethod(FlightRecorder.class, "isInitialized")
            .allowEmptyShould(true);

    private ModuleRules() {}

    private static boolean makesEvents(JavaClass type) {
        return !type.isAssignableTo(Event.class)
                && type.getCodeUnitCallsFromSelf().stream()
                        .filter(call -> call.getTargetOwner().isAssignableTo(Event.class))
                        .flatMap(call -> call.getTarget().resolveMember().stream())
                        .anyMatch(called ->
                                called.isConstructor() || called.getModifiers().contains(JavaModifier.STATIC));
    }

    /**
     * Reads the classes of a module, without its tests.
     *
     * @param facade its top package
     */
    public static JavaClasses mainClasses(String facade) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(facade);
    }

    /**
     * Checks all rules.
     *
     * @param classes of a module
     * @param facade its top package
     * @throws AssertionError if a class breaks one
     */
    public static void check(JavaClasses classes, String facade) {
        CompositeArchRule.of(noPackageCycles())
                .and(facadeOnTop(facade))
                .and(NO_OUTPUT)
                .and(EVENTS_ONLY_FOR_RECORDINGS)
                .check(classes);
    }

    /** Packages need each other in one direction only. */
    public static SliceRule noPackageCycles() {
        // "(**)", as the top package and ".(**)" skips that package, and misses the cycles through it.
        return slices().matching("(**)").should().beFreeOfCycles();
    }

    /** What users begin with is needed by nothing below it. */
    public static ArchRule facadeOnTop(String facade) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(facade)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(facade);
    }
}
