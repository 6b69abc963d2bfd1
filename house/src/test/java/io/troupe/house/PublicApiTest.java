// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicApiTest {
    @TempDir
    private Path root;

    @Test
    void shouldShowWhatUsersSee() throws IOException {
        write("module-info", "module core { exports a; }");
        write(
                "a/Reader",
                """
                package a;
                public sealed interface Reader<T extends Comparable<T>> extends AutoCloseable permits Text {
                    int LIMIT = 3;
                    static <T> Reader<T> of(T... values) { return null; }
                    @Nullable T read(long[] sizes, String... names) throws java.io.IOException;
                    private void hidden() {}
                    enum Kind { WIDE, NARROW; public boolean narrow() { return true; } }
                }
                """);
        write(
                "a/Text",
                """
                package a;
                public final class Text extends Base implements Reader<String> {
                    protected int unseen;
                    public Text(String text) {}
                    Text() {}
                    public record Mark(int line, @Nullable String name) { public Mark { } public Mark(String name) { this(0, name); } }
                    static class Inner {}
                }
                """);
        write("a/Base", "package a; class Base { public void inherited() {} void own() {} }");
        write("b/Secret", "package b; public class Secret { public void call() {} }");
        SourceTree tree = SourceTree.read(root);
        assertThat(new PublicApi(tree, tree.modules().get(0)).toString())
                .isEqualTo(
                        """
                        package a
                          sealed interface Reader<T extends Comparable<T>> extends AutoCloseable permits Text
                            @Nullable T read(long[] sizes, String... names) throws java.io.IOException
                            int LIMIT
                            static <T> Reader<T> of(T... values)
                          enum Reader.Kind
                            WIDE
                            NARROW
                            boolean narrow()
                          final class Text extends Base implements Reader<String>
                            Text(String text)
                            void inherited()
                          record Text.Mark(int line, @Nullable String name)
                            Mark(String name)
                        """);
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve("core/src/main/java").resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
