// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;

/** Rules of shape that hold for all libraries together. */
final class Rules {
    /** Names that may have two meanings, as both are what their fields say. */
    static final List<String> ALLOWED_HOMONYMS = List.of();

    private static final int DEEPEST = 3;
    private static final Pattern LAYOUT = Pattern.compile("layout|padding|cache line", Pattern.CASE_INSENSITIVE);

    private final SourceTree tree;

    Rules(SourceTree tree) {
        this.tree = tree;
    }

    /**
     * What breaks a rule.
     *
     * @param rule its short name
     * @param module the module in which it is broken, or {@code libraries}
     * @param sentence the rule and what breaks it
     */
    record Violation(String rule, String module, String sentence) {
        /** Rule and module, by which violations are counted. */
        String key() {
            return rule + "." + module;
        }
    }

    List<Violation> violations() {
        List<Violation> found = new ArrayList<>();
        for (SourceType type : tree.types()) {
            if (type.module().library()) {
                widened(type, found);
                onlyChild(type, found);
                depth(type, found);
            }
        }
        homonyms(tree.modules()).forEach((name, packages) -> {
            if (!ALLOWED_HOMONYMS.contains(name)) {
                found.add(new Violation(
                        "homonym", "libraries", "a name has one meaning: name=" + name + ", packages=" + packages));
            }
        });
        return found;
    }

    /** Names of types of these modules that a package of a library has, too; with all their packages. */
    Map<String, Set<String>> homonyms(List<SourceModule> modules) {
        Map<String, Set<String>> packages = new TreeMap<>();
        Map<String, Set<String>> owners = new TreeMap<>();
        for (SourceType type : tree.libraryTypes()) {
            packages.computeIfAbsent(type.simpleName(), name -> new TreeSet<>()).add(type.packageName());
            owners.computeIfAbsent(type.simpleName(), name -> new TreeSet<>())
                    .add(type.module().name());
        }
        packages.values().removeIf(names -> names.size() < 2);
        packages.keySet().removeIf(name -> modules.stream()
                .noneMatch(module -> owners.getOrDefault(name, Set.of()).contains(module.name())));
        return packages;
    }

    private void widened(SourceType type, List<Violation> found) {
        if (!type.isTopLevel() || !type.is(Modifier.PUBLIC) || type.isExported()) {
            return;
        }
        if (type.module().providers().contains(type.qualifiedName())) {
            return; // the service loader wants it public
        }
        if (!type.isExportedToSome()) {
            found.add(violation("widened", type, "a type of a hidden package is not public: "));
        } else if (tree.otherUsers(type).isEmpty() && !isInSignatures(type)) {
            found.add(violation("unused", type, "another module needs a public type of an internal package: "));
        }
    }

    /** Whether another type that modules can see mentions it: who calls a method need not import what it returns. */
    private boolean isInSignatures(SourceType type) {
        Pattern name = Pattern.compile("\\b" + type.simpleName() + "\\b");
        PublicApi api = new PublicApi(tree, type.module());
        return tree.types(type.module()).stream()
                .filter(other -> other.isTopLevel() && other.is(Modifier.PUBLIC) && !other.equals(type))
                .filter(other -> other.isExported() || other.isExportedToSome())
                .anyMatch(other -> name.matcher(api.declaration(other)).find());
    }

    private void onlyChild(SourceType type, List<Violation> found) {
        if (!type.isClass() || !type.is(Modifier.ABSTRACT)) {
            return;
        }
        boolean usersExtendIt = type.isExported() && type.is(Modifier.PUBLIC) && !type.is(Modifier.SEALED);
        if (!usersExtendIt && !LAYOUT.matcher(type.firstSentence()).find() && tree.subclasses(type) == 1) {
            found.add(violation(
                    "onlyChild",
                    type,
                    "an abstract class has several subclasses, or its first sentence names the layout it is for: "));
        }
    }

    private void depth(SourceType type, List<Violation> found) {
        int depth = tree.depth(type);
        if (depth > DEEPEST) {
            found.add(violation(
                    "depth",
                    type,
                    "a class has " + (DEEPEST - 1) + " superclasses of ours at most: depth=" + depth + ", "));
        }
    }

    private static Violation violation(String rule, SourceType type, String sentence) {
        return new Violation(rule, type.module().name(), sentence + "type=" + type.qualifiedName());
    }
}
