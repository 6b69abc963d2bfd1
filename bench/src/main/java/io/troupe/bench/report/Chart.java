// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A picture as the library for charts wants it.
 *
 * @param title what it shows
 * @param description its figures in words, for those who cannot see it
 * @param height in pixels
 * @param specification type, data and options of Chart.js
 */
record Chart(String title, String description, int height, ObjectNode specification) {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** The specification as text that may stand in a page: JSON may have any character escaped, markup may not have these. */
    String json() {
        try {
            return MAPPER.writeValueAsString(specification)
                    .replace("&", "\\u0026")
                    .replace("<", "\\u003c")
                    .replace(">", "\\u003e");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a specification must be JSON: title=" + title, e);
        }
    }
}
