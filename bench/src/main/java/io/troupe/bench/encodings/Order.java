// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A nested record.
 *
 * @param number of the order
 * @param customer who ordered
 * @param lines what was ordered
 */
public record Order(long number, Customer customer, List<Line> lines) implements Serializable {
    /** Of so many lines, all different. */
    static Order withLines(int count) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(new Line("article-" + (i * 7919 % 10_007), 1 + i % 12, (i * 37 % 10_000) / 100.0));
        }
        return new Order(
                20_261_121_000_017L, new Customer(4711, "Ada Lovelace", "12 St James's Square, London"), lines);
    }

    /**
     * Who ordered.
     *
     * @param number of the customer
     * @param name for the letter
     * @param address for the parcel
     */
    public record Customer(int number, String name, String address) implements Serializable {}

    /**
     * A line.
     *
     * @param article its name
     * @param count how many
     * @param price of one
     */
    public record Line(String article, int count, double price) implements Serializable {}
}
