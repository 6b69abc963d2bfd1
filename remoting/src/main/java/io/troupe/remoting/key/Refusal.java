// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.key;

import java.util.Map;

/**
 * Why a call was not served, as it travels.
 *
 * @param kind a word, such as {@code fenced}
 * @param maybeExecuted false only if the call is known to have had no effect
 * @param fields facts, as texts; at most 15, each of at most 1000 characters with its name
 */
public record Refusal(String kind, boolean maybeExecuted, Map<String, String> fields) {
    /** Copies the map. */
    public Refusal {
        fields = Map.copyOf(fields);
    }
}
