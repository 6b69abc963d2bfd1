// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** How large the modules are and how much of them can be seen, as a table with a line per module. */
final class Figures {
    private final SourceTree tree;

    Figures(SourceTree tree) {
        this.tree = tree;
    }

    /** The table, and below it what the columns mean. */
    @Override
    public String toString() {
        Rules rules = new Rules(tree);
        StringBuilder table = new StringBuilder(
                line("module", "lines", "files", "packages", "exported", "to some", "widened", "homonyms", "depth"));
        List<SourceModule> libraries =
                tree.modules().stream().filter(SourceModule::library).toList();
        libraries.forEach(module -> table.append(line(rules, module.name(), List.of(module))));
        table.append(line(rules, "libraries", libraries));
        tree.modules().stream()
                .filter(module -> !module.library())
                .forEach(module -> table.append(line(rules, module.name(), List.of(module))));
        table.append(
                """

                lines, files  of src/main
                exported      types that everybody may use; to some: that named modules may use (not nested)
                widened       public types in packages that no module may use (not nested)
                homonyms      names of types that mean something else in a package of a library, too
                depth         classes of our own in the longest chain of superclasses, itself included
                """);
        return table.toString();
    }

    private String line(Rules rules, String name, List<SourceModule> modules) {
        List<SourceType> types =
                modules.stream().flatMap(module -> tree.types(module).stream()).toList();
        List<SourceType> open = types.stream()
                .filter(type -> type.isTopLevel() && type.is(Modifier.PUBLIC))
                .toList();
        boolean library = modules.stream().allMatch(SourceModule::library);
        return line(
                name,
                sum(modules, SourceModule::lines),
                sum(modules, SourceModule::files),
                types.stream().map(SourceType::packageName).distinct().count(),
                count(library, open, SourceType::isExported),
                count(library, open, SourceType::isExportedToSome),
                count(library, open, type -> !type.isExported() && !type.isExportedToSome()),
                library ? rules.homonyms(modules).size() : "-",
                types.stream().mapToInt(tree::depth).max().orElse(0));
    }

    private static Object count(boolean library, List<SourceType> types, Predicate<SourceType> which) {
        return library ? types.stream().filter(which).count() : "-";
    }

    private static int sum(List<SourceModule> modules, ToIntFunction<SourceModule> figure) {
        return modules.stream().collect(Collectors.summingInt(figure));
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-22s %7s %6s %9s %9s %8s %8s %9s %6s%n", cells);
    }
}
