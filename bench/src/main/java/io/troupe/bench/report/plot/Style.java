// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import io.troupe.bench.report.model.Role;
import java.util.List;

/**
 * How a system looks in all pictures of a series. Ours are strong and filled, peers thin and hollow, limits grey and dashed,
 * so who is who can be seen without colours, too.
 *
 * @param role what the system is in the comparison
 * @param slot number of the system in the series, from 0; no two systems below 24 look the same
 */
public record Style(Role role, int slot) {
    /** Told apart by people who see few colours, too. */
    private static final List<String> COLOURS =
            List.of("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377");

    private static final String GREY = "#888888";

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if the slot is negative
     */
    public Style {
        if (slot < 0) {
            throw new IllegalArgumentException("slot must not be negative: slot=" + slot);
        }
    }

    String colour() {
        return role == Role.LIMIT ? GREY : COLOURS.get(slot % COLOURS.size());
    }

    String dash() {
        return switch (role) {
            case LIMIT -> "2 3";
            case OURS -> slot < COLOURS.size() ? "none" : "9 3";
            case PEER -> slot < COLOURS.size() ? "none" : "6 3";
        };
    }

    double stroke() {
        return role == Role.OURS ? 2.2 : 1.4;
    }

    String weight() {
        return role == Role.OURS ? "bold" : "normal";
    }

    /** Draws the marker of a point. */
    void marker(Svg svg, double x, double y) {
        boolean filled = role == Role.OURS;
        svg.element(
                "path",
                "class",
                filled ? "mark" : "mark ground",
                "d",
                shape(x, y),
                "fill",
                filled ? colour() : "#ffffff",
                "stroke",
                colour(),
                "stroke-width",
                1.4);
    }

    private String shape(double x, double y) {
        return switch (slot % 8) {
            case 0 -> path(x, y, -3.5, -3.5, 3.5, -3.5, 3.5, 3.5, -3.5, 3.5); // square
            case 1 -> path(x, y, 0, -4.8, 4.8, 0, 0, 4.8, -4.8, 0); // diamond
            case 2 -> path(x, y, 0, -4.8, 4.5, 3.4, -4.5, 3.4); // triangle
            case 3 -> path(x, y, 0, 4.8, 4.5, -3.4, -4.5, -3.4); // triangle, standing on its tip
            case 4 ->
                path(x, y, -1.8, -4.4, 1.8, -4.4, 4.4, -1.8, 4.4, 1.8, 1.8, 4.4, -1.8, 4.4, -4.4, 1.8, -4.4, -1.8);
            case 5 -> path(x, y, -4.4, -4.4, 4.4, 4.4, 4.4, -4.4, -4.4, 4.4); // hourglass on its side
            case 6 -> path(x, y, -1.6, -5, 1.6, -5, 1.6, 5, -1.6, 5); // post
            default -> path(x, y, -5, -1.6, 5, -1.6, 5, 1.6, -5, 1.6); // plank
        };
    }

    private static String path(double x, double y, double... offsets) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < offsets.length; i += 2) {
            path.append(i == 0 ? "M" : "L").append(Svg.number(x + offsets[i]));
            path.append(' ').append(Svg.number(y + offsets[i + 1]));
        }
        return path.append('Z').toString();
    }
}
