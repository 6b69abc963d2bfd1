// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(environment().lines().lines())
                .containsExactly("processors 2", "cpu        a \"b\"", "! it is hot: open a window");
    }

    @Test
    void shouldKeepWhatWasFound() {
        Environment environment = environment();
        facts.clear();
        assertThat(environment.facts()).containsOnlyKeys("processors", "cpu");
    }

    private Environment environment() {
        return new Environment(facts, List.of(new Mark("it is hot", "open a window")));
    }
}
