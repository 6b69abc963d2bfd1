// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.troupe.dispatch.support.ModuleRules;
import io.troupe.dispatch.support.OutsideWorld;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String FACADE = "io.troupe.core";

    private static final JavaClasses MAIN = ModuleRules.mainClasses(FACADE);

    @Test
    void shouldKeepTheRulesOfAllModules() {
        // promise and continuation are one concept: what users see of it, and what they do not.
        ModuleRules.noPackageCycles()
                .ignoreDependency(
                        resideInAPackage("io.troupe.core.promise"), resideInAPackage("io.troupe.core.continuation"))
                .check(MAIN);
        ModuleRules.facadeOnTop(FACADE).check(MAIN);
        ModuleRules.EVENTS_ONLY_FOR_RECORDINGS.check(MAIN);
        // the one that prints what would vanish where there is no logging provider
        ModuleRules.NO_OUTPUT.check(MAIN.that(not(simpleName("StandardError"))));
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
}
