// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.troupe.examples.cli.DispatcherKind;
import io.troupe.examples.cli.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import picocli.CommandLine;

/** The command with sizes that take no time. Its rules are tested with those of the others. */
class LocalityTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine locality = new CommandLine(new LocalityCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));

    @Test
    void shouldMeasureEveryDispatcherButVirtual() throws Exception {
        List<String> expected = Arrays.stream(DispatcherKind.values())
                .filter(kind -> kind != DispatcherKind.VIRTUAL)
                .map(DispatcherKind::toString)
                .toList();

        JsonNode figures = json("--actors", "5", "--bytes", "64", "--messages", "100", "--json");

        assertThat(figures).hasSize(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            assertThat(figures.get(i).get("dispatcher").asText()).isEqualTo(expected.get(i));
            assertThat(figures.get(i).get("actors").asInt()).isEqualTo(5);
            assertThat(figures.get(i).get("bytes").asInt()).isEqualTo(64);
            assertThat(figures.get(i).get("nanosPerMessage").asDouble()).isPositive();
            assertThat(figures.get(i).get("longestWaitMillis").asDouble()).isPositive();
        }
        assertThat(figures.get(0).fieldNames())
                .toIterable()
                .containsExactly("dispatcher", "actors", "bytes", "nanosPerMessage", "longestWaitMillis");
    }

    @ParameterizedTest
    @CsvSource({"array, self", "array, other", "map, self", "MAP, OTHER"})
    void shouldCountInEveryVariant(String variant, String driver) throws Exception {
        JsonNode figures = json(
                "--actors=1,3,50",
                "--bytes=4",
                "--messages=10",
                "--workers=3",
                "--accesses=1",
                "--dispatchers=dedicated",
                "--variant=" + variant,
                "--driver=" + driver,
                "--json");

        assertThat(figures).hasSize(3);
    }

    @Test
    void shouldPrintTableWithOneLinePerRow() {
        assertThat(locality.execute("--actors=1,2", "--bytes=4,8", "--messages=10", "--dispatchers=pool,dedicated"))
                .isZero();
        assertThat(out.toString().lines().map(String::strip))
                .hasSize(8)
                .element(2)
                .isEqualTo("pool         dedicated");
        assertThat(out.toString()).contains("ns  wait ms").doesNotContain("\u001b");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldDrawBarPerFigure(@TempDir Path directory) throws Exception {
        Path plot = directory.resolve("plot.svg");

        json("--actors=1,2", "--bytes=64", "--messages=10", "--dispatchers=pool,dedicated", "--json", "--plot=" + plot);

        Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(plot.toFile());
        // a background, two in the legend, four bars
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(7);
        assertThat(svg.getElementsByTagName("svg").getLength()).isEqualTo(1);
    }

    @Test
    void shouldKeepPlotOfLastTimeWhenARuleIsBroken(@TempDir Path directory) throws Exception {
        Path plot = Files.writeString(directory.resolve("plot.svg"), "last time");

        assertThat(locality.execute("--plot=" + plot, "--actors=2000000000", "--bytes=2000000000"))
                .isEqualTo(2);
        assertThat(plot).hasContent("last time");
        assertThat(err.toString())
                .contains("actors times bytes must fit into 70 % of the heap: actors=[2000000000], bytes=[2000000000]")
                .doesNotContain("left out");
    }

    @Test
    void shouldShowProgress() {
        assertThat(Progress.text(9, 36, "24 actors"))
                .isEqualTo("[##########------------------------------]  25 %  24 actors");
    }

    private JsonNode json(String... args) throws Exception {
        assertThat(locality.execute(args)).isZero();
        assertThat(out.toString().lines()).hasSize(1);
        assertThat(err.toString()).isEmpty();
        return new ObjectMapper().readTree(out.toString());
    }
}
