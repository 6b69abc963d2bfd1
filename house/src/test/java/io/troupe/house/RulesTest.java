// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesTest {
    @TempDir
    private Path root;

    @Test
    void shouldFindPublicTypesOfHiddenPackages() throws IOException {
        module("core", "exports a;");
        source("core", "a", "public class Open {}");
        source("core", "a.hidden", "public class Widened {}");
        source("core", "a.hidden", "class Narrow {}");
        assertThat(keys()).containsExactly("widened.core");
    }

    @Test
    void shouldAskForAUserOfWhatIsExportedToSome() throws IOException {
        module("core", "exports a to net;");
        source("core", "a", "public class Used {}");
        source("core", "a", "public class Unused {}");
        module("net", "");
        source("net", "b", "import a.Used; class User {}");
        assertThat(sentences())
                .containsExactly("another module needs a public type of an internal package: type=a.Unused");
    }

    @Test
    void shouldLetSignaturesAndServicesBePublic() throws IOException {
        module("core", "exports a to net; provides b.Port with b.Provider;");
        source("core", "a", "public class Used { public Returned call() { return null; } }");
        source("core", "a", "public class Returned {}");
        source("core", "b", "public class Provider {}");
        module("net", "");
        source("net", "c", "import a.Used; class User {}");
        assertThat(keys()).isEmpty();
    }

    @Test
    void shouldFindNamesWithTwoMeanings() throws IOException {
        module("core", "");
        module("net", "");
        source("core", "a", "class Lane {}");
        source("net", "b", "class Lane {}");
        source("net", "b", "class Other { class Lane {} }");
        assertThat(sentences()).containsExactly("a name has one meaning: name=Lane, packages=[a, b]");
    }

    @Test
    void shouldFindAbstractClassesWithOneSubclass() throws IOException {
        module("core", "");
        source("core", "a", "abstract class Alone {}");
        source("core", "a", "class Child extends Alone {}");
        source("core", "a", "abstract class Shared {}");
        source("core", "a", "class First extends Shared {}");
        source("core", "a", "class Second { Shared made() { return new Shared() {}; } }");
        source("core", "a", "/** The padding in front. More. */ abstract class Before {}");
        source("core", "a", "class After extends Before {}");
        assertThat(sentences())
                .containsExactly(
                        "an abstract class has several subclasses, or its first sentence names the layout it is for: type=a.Alone");
    }

    @Test
    void shouldLetUsersExtendWhatIsExported() throws IOException {
        module("core", "exports a;");
        source("core", "a", "public abstract class Actor {}");
        source("core", "a", "public class Guardian extends Actor {}");
        assertThat(keys()).isEmpty();
    }

    @Test
    void shouldCountSuperclassesOfOurOwn() throws IOException {
        module("core", "");
        source("core", "a", "class One extends java.util.ArrayList<String> { static class Inner {} }");
        source("core", "a", "class Two extends One {}");
        source("core", "b", "import a.Two; class Three extends Two {}");
        source("core", "b", "class Four extends Three { class Five extends Inner {} }");
        assertThat(sentences()).containsExactly("a class has 2 superclasses of ours at most: depth=4, type=b.Four");
    }

    @Test
    void shouldLetNumbersShrinkOnly() throws IOException {
        module("core", "");
        source("core", "a", "public class Widened {}");
        Path file = Files.writeString(root.resolve("known.txt"), "# some\nwidened.core=2\ndepth.core=1\n");
        KnownViolations known = KnownViolations.read(file);
        List<Rules.Violation> found = new Rules(SourceTree.read(root)).violations();
        assertThat(known.exceededBy(found)).isEmpty();

        KnownViolations tightened = known.tightenedTo(KnownViolations.of(found));
        assertThat(tightened.toString()).endsWith("\nwidened.core=1\n");

        source("core", "a", "public class Another {}");
        List<Rules.Violation> more = new Rules(SourceTree.read(root)).violations();
        assertThat(tightened.exceededBy(more))
                .singleElement()
                .asString()
                .startsWith("widened.core must not grow: known=1, found=2")
                .contains("a.Another", "a.Widened");
    }

    private List<String> keys() {
        return new Rules(SourceTree.read(root))
                .violations().stream().map(Rules.Violation::key).toList();
    }

    private List<String> sentences() {
        return new Rules(SourceTree.read(root))
                .violations().stream().map(Rules.Violation::sentence).toList();
    }

    private void module(String name, String directives) throws IOException {
        Path folder = Files.createDirectories(root.resolve(name).resolve("src/main/java"));
        Files.writeString(folder.resolve("module-info.java"), "module " + name + " { " + directives + " }");
    }

    private void source(String module, String packageName, String text) throws IOException {
        Path folder = Files.createDirectories(
                root.resolve(module).resolve("src/main/java").resolve(packageName.replace('.', '/')));
        String name = text.replaceAll("(?s).*?class (\\w+).*", "$1");
        Files.writeString(folder.resolve(name + ".java"), "package " + packageName + "; " + text);
    }
}
