// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.troupe.dispatch.support.ModuleRules;
import io.troupe.dispatch.support.OutsideWorld;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.remoting";

    private static final String[] EXPORTED = {FACADE, FACADE + ".link", FACADE + ".tap", FACADE + ".topic"};

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
                .filteredOn(exports -> !exports.isQualified()) // others are for our own modules
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(EXPORTED);
    }

    @Test
    void shouldKeepTheViewOfUsersApartFromTheWork() {
        noClasses()
                .that()
                .resideInAnyPackage(EXPORTED)
                .and()
                .resideOutsideOfPackages(FACADE, FACADE + ".tap") // these make what others work with
                .should()
                .dependOnClassesThat(resideInAPackage(FACADE + "..").and(not(resideInAnyPackage(EXPORTED))))
                .check(MAIN);
    }

    /** The parts of a session, which know what they all go through and not each other. */
    private static final Set<String> FAR =
            Set.of("OutgoingCalls", "CallFrames", "ImportTable", "ImportedOutlet", "PendingCall", "RemoteWatch");

    private static final Set<String> EXPOSED = Set.of("InboundCalls", "ExportTable", "InboundCall", "InboundWatch");

    private static final Set<String> ITEMS = Set.of(
            "ItemStreams",
            "ExportedCallback",
            "ExportedPromise",
            "RemoteCallback",
            "RemotePromise",
            "DuplexStream",
            "InboundStream",
            "OutboundStream");

    private static final Set<String> HEALTH = Set.of("Greeting", "Heartbeat", "NakReceiver", "Drain", "GracefulClose");

    private static final Set<String> BELOW =
            Set.of("SessionState", "WriteQueue", "Streams", "OutCells", "CallHeaders", "InboundQueues", "NakSender");

    @Test
    void shouldKeepThePartsOfASessionApart() {
        apart(BELOW, FAR, EXPOSED, ITEMS, HEALTH);
        apart(FAR, EXPOSED, ITEMS, HEALTH);
        apart(EXPOSED, FAR, ITEMS, HEALTH);
        apart(ITEMS, FAR, EXPOSED, HEALTH);
    }

    @SafeVarargs
    private void apart(Set<String> some, Set<String>... others) {
        for (Set<String> other : others) {
            noClasses().that(are(some)).should().dependOnClassesThat(are(other)).check(MAIN);
        }
        noClasses()
                .that(are(some))
                .should()
                .dependOnClassesThat(are(Set.of("Session")))
                .check(MAIN);
    }

    private static DescribedPredicate<JavaClass> are(Set<String> names) {
        return DescribedPredicate.describe(
                "are " + names,
                type -> type.getPackageName().equals(FACADE + ".session") && names.contains(type.getSimpleName()));
    }

    @Test
    void shouldLeaveNettyToNet() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(MAIN);
    }

    @Test
    void shouldReadTimeAndChanceAndUseThreadsOnlyWhereThereIsAReason() {
        OutsideWorld.check(
                MAIN,
                Map.ofEntries(
                        Map.entry(
                                "io.troupe.remoting.Remoting",
                                "a thread that closes waits for links, unless the system has no threads"),
                        Map.entry(
                                "io.troupe.remoting.session.LocalTopic",
                                "a thread that closes waits for another one that is sending"),
                        Map.entry("io.troupe.remoting.session.Tally", "how often something is logged"),
                        Map.entry(
                                "io.troupe.remoting.session.UnusedReferences",
                                "a thread releases references, unless the system has no threads"),
                        Map.entry("io.troupe.remoting.tap.Tap", "a proxy of real sockets"),
                        Map.entry("io.troupe.remoting.tap.TapLink", "a proxy of real sockets"),
                        Map.entry(
                                "io.troupe.remoting.value.SipHash",
                                "a key of the process, on which no order depends")));
    }
}
