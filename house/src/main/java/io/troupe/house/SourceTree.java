// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DirectiveTree;
import com.sun.source.tree.ExportsTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ProvidesTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The sources of all modules below one folder, parsed but not compiled. */
final class SourceTree {
    private static final int DEEPEST_MODULE = 3;
    /** Marks the scope of what is declared in a method: no type of that scope is looked at. */
    private static final String IN_BODY = "#";

    private final List<SourceModule> modules = new ArrayList<>();
    private final Map<String, SourceType> types = new TreeMap<>();
    /** Modules that import a name, by that name; {@code import static} counts for the type. */
    private final Map<String, Set<String>> importers = new HashMap<>();
    /** Qualified names of classes that anonymous classes extend, once per place. */
    private final List<String> extendedInPlace = new ArrayList<>();

    private SourceTree() {}

    /**
     * Reads a folder with modules in it.
     *
     * @throws UncheckedIOException if a source cannot be read
     */
    static SourceTree read(Path root) {
        SourceTree tree = new SourceTree();
        try (Stream<Path> paths = Files.find(
                root, DEEPEST_MODULE, (path, facts) -> facts.isDirectory() && Files.isDirectory(path.resolve("src")))) {
            for (Path folder : paths.filter(path -> !path.equals(root)).sorted().toList()) {
                tree.readModule(root.relativize(folder).toString().replace('\\', '/'), folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tree;
    }

    List<SourceModule> modules() {
        return modules;
    }

    /** All types, nested ones too, by qualified name. */
    Collection<SourceType> types() {
        return types.values();
    }

    Collection<SourceType> types(SourceModule module) {
        return types.values().stream()
                .filter(type -> type.module().equals(module))
                .toList();
    }

    /** Types of libraries that are not nested. */
    List<SourceType> libraryTypes() {
        return types.values().stream()
                .filter(type -> type.module().library() && type.isTopLevel())
                .toList();
    }

    /** Modules, also with their tests, that import the type or its whole package, except its own. */
    Set<String> otherUsers(SourceType type) {
        Set<String> users = new TreeSet<>(importers.getOrDefault(type.qualifiedName(), Set.of()));
        users.addAll(importers.getOrDefault(type.packageName() + ".*", Set.of()));
        users.remove(type.module().name());
        return users;
    }

    /** The superclass, if it is one of ours. */
    Optional<SourceType> superclass(SourceType type) {
        return Optional.ofNullable(type.tree().getExtendsClause())
                .filter(clause -> type.isClass())
                .flatMap(clause -> resolve(plainName(clause.toString()), type));
    }

    /** Number of our own classes from the type to the uppermost superclass that is ours. */
    int depth(SourceType type) {
        return 1 + superclass(type).map(this::depth).orElse(0);
    }

    /** Number of classes that extend the type directly, in all modules and without tests. */
    int subclasses(SourceType type) {
        long named = types.values().stream()
                .filter(other -> superclass(other)
                        .filter(found -> found.qualifiedName().equals(type.qualifiedName()))
                        .isPresent())
                .count();
        long inPlace = extendedInPlace.stream()
                .filter(name -> name.equals(type.qualifiedName()))
                .count();
        return (int) (named + inPlace);
    }

    /** The type of ours that a name means within another type. */
    Optional<SourceType> resolve(String name, SourceType within) {
        for (Optional<String> scope = Optional.of(within.qualifiedName());
                scope.isPresent();
                scope = Optional.ofNullable(types.get(scope.get())).flatMap(SourceType::outer)) {
            SourceType nested = types.get(scope.get() + "." + name);
            if (nested != null) {
                return Optional.of(nested);
            }
        }
        return resolve(name, within.packageName(), within.imports());
    }

    private Optional<SourceType> resolve(String name, String packageName, List<String> imports) {
        String first = name.substring(0, name.indexOf('.') < 0 ? name.length() : name.indexOf('.'));
        List<String> candidates = new ArrayList<>();
        for (String imported : imports) {
            if (imported.endsWith("." + first)) {
                candidates.add(imported + name.substring(first.length()));
            }
        }
        candidates.add(packageName + "." + name);
        for (String imported : imports) {
            if (imported.endsWith(".*")) {
                candidates.add(imported.substring(0, imported.length() - 1) + name);
            }
        }
        candidates.add(name);
        return candidates.stream().map(types::get).filter(Objects::nonNull).findFirst();
    }

    /** {@code a.B<C>} without its arguments and annotations. */
    private static String plainName(String type) {
        return type.replaceAll("<.*", "").replaceAll("@[\\w.]+ ", "").trim();
    }

    private void readModule(String name, Path folder) throws IOException {
        List<Path> main = sources(folder.resolve("src/main/java"));
        if (!main.isEmpty() && !name.equals("house")) {
            int lines = 0;
            for (Path file : main) {
                lines += (int) Files.readString(file).lines().count();
            }
            boolean library = Files.exists(folder.resolve("src/main/java/module-info.java"));
            SourceModule module = new SourceModule(
                    name, library, new HashSet<>(), new HashSet<>(), new HashSet<>(), main.size(), lines);
            modules.add(module);
            parse(main, (unit, docs) -> readUnit(unit, docs, module));
        }
        for (Path file : sources(folder.resolve("src/test/java"))) {
            readImports(name, Files.readString(file));
        }
    }

    private void readImports(String module, String source) {
        source.lines().filter(line -> line.startsWith("import ")).forEach(line -> {
            boolean ofMember = line.startsWith("import static ");
            note(module, line.replaceAll("^import (static )?|;.*$", ""), ofMember);
        });
    }

    private void note(String module, String imported, boolean ofMember) {
        String type = ofMember ? imported.substring(0, imported.lastIndexOf('.')) : imported;
        importers.computeIfAbsent(type, key -> new HashSet<>()).add(module);
    }

    private void readUnit(CompilationUnitTree unit, DocTrees docs, SourceModule module) {
        if (unit.getModule() != null) {
            for (DirectiveTree directive : unit.getModule().getDirectives()) {
                if (directive instanceof ExportsTree exports) {
                    Set<String> kind = exports.getModuleNames() == null ? module.exported() : module.exportedToSome();
                    kind.add(exports.getPackageName().toString());
                } else if (directive instanceof ProvidesTree provides) {
                    provides.getImplementationNames()
                            .forEach(name -> module.providers().add(fullName(name.toString(), unit)));
                }
            }
            return;
        }
        String packageName =
                unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        List<String> imports = new ArrayList<>();
        for (ImportTree imported : unit.getImports()) {
            note(module.name(), imported.getQualifiedIdentifier().toString(), imported.isStatic());
            imports.add(imported.getQualifiedIdentifier().toString());
        }
        new TreePathScanner<Object, String>() {
            @Override
            public Object visitClass(ClassTree declared, String scope) {
                if (declared.getSimpleName().isEmpty() || scope.endsWith(IN_BODY)) {
                    return super.visitClass(declared, inBody(scope));
                }
                String qualified = scope + "." + declared.getSimpleName();
                Optional<String> outer = scope.equals(packageName) ? Optional.empty() : Optional.of(scope);
                String sentence = firstSentence(Objects.requireNonNullElse(docs.getDocComment(getCurrentPath()), ""));
                types.put(
                        qualified, new SourceType(module, packageName, qualified, outer, declared, sentence, imports));
                return super.visitClass(declared, qualified);
            }

            @Override
            public Object visitMethod(MethodTree method, String scope) {
                return super.visitMethod(method, inBody(scope));
            }

            @Override
            public Object visitNewClass(NewClassTree created, String scope) {
                if (created.getClassBody() != null) {
                    String name = plainName(created.getIdentifier().toString());
                    extendedInPlace.addAll(candidates(name, scope.replace(IN_BODY, ""), packageName, imports));
                }
                return super.visitNewClass(created, scope);
            }
        }.scan(unit, packageName);
    }

    private static String fullName(String name, CompilationUnitTree unit) {
        return unit.getImports().stream()
                .map(imported -> imported.getQualifiedIdentifier().toString())
                .filter(imported -> imported.endsWith("." + name))
                .findFirst()
                .orElse(name);
    }

    private static String inBody(String scope) {
        return scope.endsWith(IN_BODY) ? scope : scope + IN_BODY;
    }

    private static String firstSentence(String comment) {
        return comment.strip().replaceAll("(?s)\\.\\s.*|\\n\\s*<p>.*", "");
    }

    /** Where a name may be declared, seen from a type; good enough to count subclasses. */
    private static List<String> candidates(String name, String scope, String packageName, List<String> imports) {
        for (String imported : imports) {
            if (imported.endsWith("." + name)) {
                return List.of(imported);
            }
        }
        List<String> found = new ArrayList<>();
        for (String outer = scope; outer.length() > packageName.length(); ) {
            found.add(outer + "." + name);
            outer = outer.substring(0, outer.lastIndexOf('.'));
        }
        found.add(packageName + "." + name);
        return found;
    }

    private interface Reader {
        void read(CompilationUnitTree unit, DocTrees docs);
    }

    private static void parse(List<Path> files, Reader reader) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                reader.read(unit, docs);
            }
        }
    }

    private static List<Path> sources(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }
}
