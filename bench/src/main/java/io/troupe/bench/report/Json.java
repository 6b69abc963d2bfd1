// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import java.util.stream.Collectors;

/** The few things our reports need of JSON. */
public final class Json {
    private Json() {}

    /** Text as a JSON string, with its quotes. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** A machine as a JSON object. */
    public static String facts(Machine machine) {
        return machine.facts().entrySet().stream()
                .map(fact -> quoted(fact.getKey()) + ":" + quoted(fact.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
