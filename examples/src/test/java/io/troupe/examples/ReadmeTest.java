// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");
    private static final Path HELLO = Path.of("src", "main", "java", "io", "troupe", "examples", "hello", "Hello.java");

    private static final Path PHILOSOPHERS =
            HELLO.resolveSibling("../philosophers").normalize();

    @Test
    void shouldQuoteTheExampleAsItIsCompiled() throws IOException {
        String readme = Files.readString(README);
        assertThat(readme).contains("```java\n" + region(Files.readString(HELLO), "hello") + "```");
    }

    @Test
    void shouldQuoteTheStartUpOfTheDemonstration() throws IOException {
        String demo = Files.readString(Path.of("..", "docs", "remoting-demo.md"));
        assertThat(demo)
                .contains("```java\n" + region(Files.readString(PHILOSOPHERS.resolve("TableServer.java")), "serve"));
        assertThat(demo)
                .contains("```java\n" + region(Files.readString(PHILOSOPHERS.resolve("Visit.java")), "connect"));
    }

    @Test
    void shouldQuoteTheRemoteExampleAsItIsCompiled() throws IOException {
        String readme = Files.readString(README);
        String source = Files.readString(
                HELLO.resolveSibling("../remote/RemoteHello.java").normalize());
        assertThat(readme).contains("```java\n" + region(source, "serve") + "```");
        assertThat(readme).contains("```java\n" + region(source, "call") + "```");
    }

    @Test
    void shouldQuoteTheExampleOfSocketsAsItIsCompiled() throws IOException {
        String source = Files.readString(
                HELLO.resolveSibling("../sockets/SocketHello.java").normalize());
        assertThat(Files.readString(README)).contains("```java\n" + region(source, "talk") + "```");
        assertThat(Files.readString(Path.of("..", "docs", "sp.md")))
                .contains("```java\n" + region(source, "hello") + "```");
    }

    @Test
    void shouldLinkToFilesThatExist() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(README));
        try (Stream<Path> docs = Files.list(Path.of("..", "docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
        }
        for (Path page : pages) {
            assertThat(GuideTest.links(page))
                    .allSatisfy(link -> assertThat(link).exists());
        }
    }

    @Test
    void shouldStayShort() throws IOException {
        assertThat(Files.readAllLines(README)).hasSizeLessThanOrEqualTo(150);
    }

    private static String region(String source, String name) {
        return new Regions(source).lines(name);
    }
}
