// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares each page of the documentation with the programs that it quotes, and runs those of the guide. */
class GuideTest {
    private static final Path ROOT = Path.of("..");
    private static final Path README = ROOT.resolve("README.md");
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Path GUIDE = DOCS.resolve("guide");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^([^\n]*)\n```(\\w*)\n(.*?)^```$");
    private static final Pattern QUOTE = Pattern.compile("<!-- quoted from (\\S+), region ([\\w-]+) -->");
    private static final Pattern PRINTED = Pattern.compile("<!-- printed by (\\S+) -->");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]*)(?:#([^)]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    /** What each program has printed: pages may show several parts of it. */
    private static final Map<String, List<String>> OUTPUTS = new ConcurrentHashMap<>();

    /** The pages of the guide. */
    static Stream<Path> pages() throws IOException {
        return pagesIn(GUIDE);
    }

    /** The pages for beginners. */
    static Stream<Path> shortPages() throws IOException {
        return Stream.concat(Stream.of(README), pages());
    }

    /** All pages that show code: those of the guide, the reference pages, and the first one. */
    static Stream<Path> allPages() throws IOException {
        return Stream.concat(shortPages(), pagesIn(DOCS));
    }

    private static Stream<Path> pagesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("allPages")
    void shouldQuoteProgramsAsTheyAreCompiled(Path page) throws IOException {
        for (Block block : blocks(page)) {
            if (block.language.equals("java")) {
                Matcher quote = QUOTE.matcher(block.above);
                assertThat(quote.matches())
                        .as("a block must name its source: " + block)
                        .isTrue();
                Regions source = new Regions(Files.readString(ROOT.resolve(quote.group(1))));
                assertThat(block.text).isEqualTo(source.lines(quote.group(2)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldShowWhatTheProgramsPrint(Path page) throws Exception {
        for (Block block : blocks(page)) {
            if (!block.language.equals("java")) {
                Matcher printed = PRINTED.matcher(block.above);
                assertThat(printed.matches())
                        .as("a block must name its program: " + block)
                        .isTrue();
                assertThat(String.join("\n", output(printed.group(1))) + "\n").containsPattern(asPrinted(block.text));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("allPages")
    void shouldLinkToFilesAndHeadingsThatExist(Path page) throws IOException {
        for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
            Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
            assertThat(target).exists();
            if (link.group(2) != null) {
                assertThat(anchors(target)).as(link.group()).contains(link.group(2));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shortPages")
    void shouldStayShort(Path page) throws IOException {
        assertThat(Files.readAllLines(page)).hasSizeLessThanOrEqualTo(150);
    }

    @Test
    void shouldLeadToEveryPage() throws IOException {
        String contents = Files.readString(GUIDE.resolve("README.md"));
        assertThat(pages().map(page -> page.getFileName().toString()).filter(name -> !name.equals("README.md")))
                .allSatisfy(name -> assertThat(contents).contains("](" + name + ")"));
    }

    @Test
    void shouldQuoteEveryRegionOfItsPrograms() throws IOException {
        Set<String> quoted = new TreeSet<>();
        for (Path page : allPages().toList()) {
            QUOTE.matcher(Files.readString(page))
                    .results()
                    .forEach(quote -> quoted.add(Path.of(quote.group(1)).getFileName() + " " + quote.group(2)));
        }
        assertThat(quoted)
                .containsAll(regions("main", "guide"))
                .containsAll(regions("test", "guide"))
                .containsAll(regions("main", "reference"));
    }

    /** What links may name behind a {@code #}: headings, as the usual readers of Markdown turn them into anchors. */
    private static Set<String> anchors(Path page) throws IOException {
        return HEADING.matcher(Files.readString(page))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static List<String> regions(String kind, String name) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src", kind, "java", "io", "troupe", "examples", name))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                new Regions(Files.readString(file))
                        .names()
                        .forEach(region -> found.add(file.getFileName() + " " + region));
            }
        }
        return found;
    }

    private static List<Block> blocks(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page))
                .results()
                .map(block -> new Block(block.group(1), block.group(2), block.group(3)))
                .toList();
    }

    /** The lines as they are; an ellipsis stands for what differs from run to run. */
    private static Pattern asPrinted(String text) {
        return Pattern.compile(
                Stream.of(text.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    private static List<String> output(String program) throws Exception {
        if (!OUTPUTS.containsKey(program)) {
            PrintStream stdout = System.out;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
            try {
                Class.forName(program).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } finally {
                System.setOut(stdout);
            }
            OUTPUTS.put(program, bytes.toString(StandardCharsets.UTF_8).lines().toList());
        }
        return OUTPUTS.get(program);
    }

    /** A block of code and the line above it. */
    private record Block(String above, String language, String text) {
        @Override
        public String toString() {
            return above + " / " + text.lines().findFirst().orElse("");
        }
    }
}
