// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.troupe.dispatch.support.ModuleRules;
import io.troupe.dispatch.support.OutsideWorld;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.sp";

    private static final String[] EXPORTED = {FACADE, FACADE + ".message", FACADE + ".socket", FACADE + ".transport"};

    private static final JavaClasses MAIN = ModuleRules.mainClasses(FACADE);

    @Test
    void shouldKeepTheRulesOfAllModules() {
        ModuleRules.check(MAIN, FACADE);
    }

    @Test
    void shouldExportOnlyWhatUsersAndImplementorsNeed() {
        // that public signatures mention exported types only is the compiler's to check
        assertThat(ModuleFinder.of(Path.of("target", "classes"))
                        .find(FACADE)
                        .orElseThrow()
                        .descriptor()
                        .exports())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(EXPORTED);
    }

    @Test
    void shouldKeepTheViewOfUsersApartFromTheWork() {
        noClasses()
                .that()
                .resideInAnyPackage(EXPORTED)
                .and()
                .resideOutsideOfPackage(FACADE)
                .should()
                .dependOnClassesThat(resideInAPackage(FACADE + "..").and(not(resideInAnyPackage(EXPORTED))))
                .check(MAIN);
    }

    @Test
    void shouldKnowTransportsByTheirPortOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(FACADE + ".transport.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(FACADE + ".transport.*..")
                .check(MAIN);
    }

    @Test
    void shouldMakeNothingPublicThatNobodyElseNeeds() {
        // in hidden packages: the services that the module provides
        assertThat(MAIN.stream()
                        .filter(type -> type.isTopLevelClass()
                                && type.getModifiers().contains(JavaModifier.PUBLIC)
                                && !List.of(EXPORTED).contains(type.getPackageName()))
                        .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("AbstractTransport", "InprocTransport", "NettyTransport", "NioTransport");
        assertThat(MAIN.stream()
                        .filter(type -> type.isTopLevelClass()
                                && type.getModifiers().contains(JavaModifier.PUBLIC)
                                && type.getPackageName().equals(FACADE))
                        .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("Sockets", "Device", "Devices", "SpActors", "SpEndpoint");
    }

    @Test
    void shouldImportNettyBelowItsTransportsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(FACADE + ".transport.netty..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(MAIN);
    }

    @Test
    void shouldNotKnowRemoting() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.troupe.remoting..")
                .check(MAIN);
    }

    @Test
    void shouldReadTimeAndChanceAndUseThreadsOnlyWhereThereIsAReason() {
        OutsideWorld.check(
                MAIN,
                Map.ofEntries(
                        Map.entry(
                                "io.troupe.sp.SocketCore",
                                "a thread waits until what was sent has left, unless the host has one thread only"),
                        Map.entry("io.troupe.sp.SocketEngine", "the default source of chance"),
                        Map.entry("io.troupe.sp.ThreadTimers", "the default timers"),
                        Map.entry("io.troupe.sp.WaitQueue", "a thread waits for a message or for room, where it may"),
                        Map.entry("io.troupe.sp.message.LeakDetector", "finds lost messages in tests"),
                        Map.entry("io.troupe.sp.transport.PipeIds", "numbers of pipes begin where nobody expects it"),
                        Map.entry("io.troupe.sp.transport.nio.Flusher", "a thread of real sockets"),
                        Map.entry("io.troupe.sp.transport.nio.IpcEndpoint", "a lock of real sockets"),
                        Map.entry("io.troupe.sp.transport.nio.NioConnector", "real sockets"),
                        Map.entry("io.troupe.sp.transport.nio.NioListener", "real sockets"),
                        Map.entry("io.troupe.sp.transport.nio.NioTransport", "a thread that looks hosts up"),
                        Map.entry("io.troupe.sp.transport.nio.PipeWriter", "real sockets"),
                        Map.entry("io.troupe.sp.transport.nio.Reactor", "a thread of real sockets"),
                        Map.entry("io.troupe.sp.transport.nio.ReactorDeadlines", "real sockets"),
                        Map.entry("io.troupe.sp.transport.nio.WriteBatch", "real sockets")));
    }
}
