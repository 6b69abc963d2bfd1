// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
    private final Map<String, String> facts = new LinkedHashMap<>();

    @BeforeEach
    void fill() {
        facts.put("processors", "2");
        facts.put("cpu", "a \"b\"");
    }

    @Test
    void shouldPrintATable() {
        assertThat(printed(false).lines())
                .containsExactly("processors 2", "cpu        a \"b\"", "! it is hot: open a window");
    }

    @Test
    void shouldPrintJson() {
        assertThat(printed(true))
                .isEqualTo(
                        """
                        {"facts":{"processors":"2","cpu":"a \\"b\\""},
                        "marks":[{"fact":"it is hot","advice":"open a window"}]}
                        """);
    }

    @Test
    void shouldKeepWhatWasFound() {
        Environment environment = environment();
        facts.clear();
        assertThat(environment.facts()).containsOnlyKeys("processors", "cpu");
    }

    private String printed(boolean json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        EnvironmentMain.print(environment(), json, out);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private Environment environment() {
        return new Environment(facts, List.of(new Mark("it is hot", "open a window")));
    }
}
