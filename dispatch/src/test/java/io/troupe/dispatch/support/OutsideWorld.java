// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The rule that a module reads time and chance, and starts and stops threads, only where a list says why: all else goes
 * through the clock, the source of chance and the dispatcher of a system, which a simulation replaces. One rule for the
 * tests of all modules.
 */
public final class OutsideWorld {
    /** Owner and name of what reaches out, with the parameters of constructors where they matter. */
    private static final Pattern DOORS = Pattern.compile(
            String.join(
                    "|",
                    // time
                    "java\\.lang\\.System\\.(nanoTime|currentTimeMillis)\\(.*",
                    "java\\.time\\.\\w+\\.now\\(.*",
                    "java\\.time\\.Clock\\.system\\w*\\(.*",
                    "io\\.troupe\\.dispatch\\.timer\\.Clock\\.system\\(.*",
                    // chance, and order by chance
                    "java\\.lang\\.System\\.identityHashCode\\(.*",
                    "java\\.lang\\.Math\\.random\\(.*",
                    "java\\.util\\.UUID\\.randomUUID\\(.*",
                    "java\\.util\\.(Random|SplittableRandom)\\.<init>\\(\\)",
                    "java\\.util\\.concurrent\\.ThreadLocalRandom\\..*",
                    "java\\.util\\.random\\.RandomGenerator\\.(of|getDefault)\\(.*",
                    "java\\.security\\.SecureRandom\\..*",
                    "java\\.util\\.(\\w+\\.)*\\w+\\.(parallelStream|parallel)\\(.*",
                    // threads
                    "java\\.lang\\.Thread\\.(<init>|start|startVirtualThread|ofVirtual|ofPlatform|sleep|join|yield)\\(.*",
                    "java\\.lang\\.Object\\.wait\\(.*",
                    "java\\.lang\\.ref\\.Cleaner\\.create\\(.*",
                    "java\\.util\\.Timer\\..*",
                    "java\\.util\\.concurrent\\.(Executors|ForkJoinPool)\\..*",
                    "java\\.util\\.concurrent\\.(Scheduled)?ThreadPoolExecutor\\.<init>\\(.*",
                    "java\\.util\\.concurrent\\.CompletableFuture\\.\\w+Async\\(.*",
                    "java\\.util\\.concurrent\\.\\w+\\.(await|awaitTermination|acquire|take|timedJoin)\\(.*",
                    "java\\.util\\.concurrent\\.locks\\.LockSupport\\.park\\w*\\(.*",
                    "io\\.troupe\\.dispatch\\.thread\\.(DaemonThreads\\.<init>|VirtualThreads\\.(factory|perTaskExecutor))\\(.*"));

    private OutsideWorld() {}

    /**
     * Checks the rule.
     *
     * @param classes of a module
     * @param reasons by the full name of a top-level class, why it reaches out; each must be needed
     * @throws AssertionError if a class reaches out that is not in the list, or one in the list does not
     */
    public static void check(JavaClasses classes, Map<String, String> reasons) {
        List<String> violations = new ArrayList<>();
        Set<String> unneeded = new TreeSet<>(reasons.keySet());
        for (JavaClass type : classes) {
            String name = topLevel(type.getName());
            for (String door : doors(type)) {
                unneeded.remove(name);
                if (!reasons.containsKey(name)) {
                    violations.add(door);
                }
            }
        }
        if (!violations.isEmpty()) {
            throw new AssertionError("time, chance and threads must come from the system, or a list must say why not:\n"
                    + String.join("\n", violations));
        }
        if (!unneeded.isEmpty()) {
            throw new AssertionError("a reason must be needed: classes=" + unneeded);
        }
    }

    private static String topLevel(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static Set<String> doors(JavaClass type) {
        Set<String> doors = new TreeSet<>();
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
            if (access.getTarget() instanceof com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget) {
                add(doors, access.getTarget().getFullName(), access.getDescription());
            }
        }
        for (JavaCodeUnit unit : type.getCodeUnits()) {
            for (JavaCodeUnitReference<?> reference : references(unit)) {
                add(doors, reference.getTarget().getFullName(), reference.getDescription());
            }
        }
        return doors;
    }

    private static List<JavaCodeUnitReference<?>> references(JavaCodeUnit unit) {
        List<JavaCodeUnitReference<?>> all = new ArrayList<>(unit.getMethodReferencesFromSelf());
        all.addAll(unit.getConstructorReferencesFromSelf());
        return all;
    }

    private static void add(Set<String> doors, String target, String description) {
        if (DOORS.matcher(target).matches()) {
            doors.add(description);
        }
    }
}
