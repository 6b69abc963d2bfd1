// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.troupe.dispatch.support.ModuleRules;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.dispatch";

    private static final JavaClasses MAIN = ModuleRules.mainClasses(FACADE);

    @Test
    void shouldKeepTheRulesOfAllModules() {
        ModuleRules.check(MAIN, FACADE);
    }

    @Test
    void shouldHaveNoAbstractClassWithASingleSubclass() {
        List<String> lonely = MAIN.stream()
                .filter(type -> !type.isInterface() && type.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(type -> type.getSubclasses().size() == 1)
                .map(JavaClass::getName)
                .toList();
        assertThat(lonely).isEmpty();
    }

    @Test
    void shouldInheritOverTwoLevelsAtMost() {
        List<String> deep = MAIN.stream()
                .filter(type -> type.getAllRawSuperclasses().stream()
                                .filter(ancestor -> ancestor.getPackageName().startsWith(FACADE))
                                .count()
                        > 2)
                .map(JavaClass::getName)
                .toList();
        assertThat(deep).isEmpty();
    }

    /** Packages that other modules cannot see, or only modules of this project. */
    private static final List<String> HIDDEN = List.of(FACADE + ".balancer", FACADE + ".cell", FACADE + ".thread");

    @Test
    void shouldShowUsersOnlyTypesThatTheyCanName() {
        List<String> unnameable = MAIN.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> !HIDDEN.contains(type.getPackageName()))
                .flatMap(type -> type.getAllMethods().stream()
                        .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                        .filter(method -> Stream.concat(
                                        Stream.of(method.getRawReturnType()), method.getRawParameterTypes().stream())
                                .anyMatch(used -> HIDDEN.contains(used.getPackageName())))
                        .map(method -> type.getSimpleName() + "." + method.getName()))
                .toList();
        assertThat(unnameable).isEmpty();
    }
}
