// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

/**
 * What a picture is called, and what it shows in words, for people who do not see it.
 *
 * @param id unique in the page; letters, digits, dots, dashes, beginning with a letter
 * @param title one line
 * @param description a sentence or more
 */
public record Caption(String id, String title, String description) {
    /**
     * Checks.
     *
     * @throws IllegalArgumentException if the id cannot be one
     */
    public Caption {
        if (!id.matches("[A-Za-z][A-Za-z0-9.-]*")) {
            throw new IllegalArgumentException("id must be letters, digits, dots, dashes: id=" + id);
        }
    }
}
