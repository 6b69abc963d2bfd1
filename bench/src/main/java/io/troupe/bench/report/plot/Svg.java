// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import io.troupe.bench.report.Markup;
import java.util.Locale;

/** Writes one picture, an element per line. One thread. Texts and attributes are escaped here, by their callers never. */
final class Svg {
    private final StringBuilder out = new StringBuilder();

    /**
     * Begins a picture with its text alternative.
     *
     * @param width pixels
     * @param height pixels
     */
    Svg(Caption caption, double width, double height) {
        open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "class",
                "plot",
                "role",
                "img",
                "aria-labelledby",
                caption.id() + "-t " + caption.id() + "-d",
                "width",
                width,
                "height",
                height,
                "viewBox",
                "0 0 " + number(width) + " " + number(height),
                "font-family",
                "Helvetica, Arial, sans-serif",
                "font-size",
                12.0,
                "color",
                "#222222",
                "fill",
                "currentColor");
        content("title", caption.title(), "id", caption.id() + "-t");
        content("desc", caption.description(), "id", caption.id() + "-d");
        element("rect", "class", "ground", "width", width, "height", height, "fill", "#ffffff");
        String title = TextWidth.fit(caption.title(), 16, width - 24);
        text(title, 12.0, 22.0, "font-size", 15.0, "font-weight", "bold");
    }

    /** An element without content; names and values take turns, numbers are pixels. */
    Svg element(String name, Object... attributes) {
        start(name, attributes);
        out.append("/>\n");
        return this;
    }

    /** Begins an element with content. */
    Svg open(String name, Object... attributes) {
        start(name, attributes);
        out.append(">\n");
        return this;
    }

    /** Ends it. */
    Svg close(String name) {
        out.append("</").append(name).append(">\n");
        return this;
    }

    /** A line of text. */
    Svg text(String text, double x, double y, Object... attributes) {
        Object[] all = new Object[attributes.length + 4];
        all[0] = "x";
        all[1] = x;
        all[2] = "y";
        all[3] = y;
        System.arraycopy(attributes, 0, all, 4, attributes.length);
        return content("text", text, all);
    }

    /** A straight line in the colour of the text. */
    Svg line(double x1, double y1, double x2, double y2, Object... attributes) {
        Object[] all = new Object[attributes.length + 2];
        all[0] = "d";
        all[1] = "M" + number(x1) + " " + number(y1) + "L" + number(x2) + " " + number(y2);
        System.arraycopy(attributes, 0, all, 2, attributes.length);
        return element("path", all);
    }

    /** An element with text in it. */
    Svg content(String name, String text, Object... attributes) {
        start(name, attributes);
        out.append('>').append(Markup.escaped(text)).append("</").append(name).append(">\n");
        return this;
    }

    /** Ends the picture. */
    String done() {
        return close("svg").out.toString();
    }

    /** A coordinate with at most one digit behind the point. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        String shorter = text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
        return shorter.equals("-0") ? "0" : shorter;
    }

    private void start(String name, Object... attributes) {
        out.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            String text = value instanceof Number n ? number(n.doubleValue()) : Markup.escaped(value.toString());
            out.append(' ').append(attributes[i]).append("=\"").append(text).append('"');
        }
    }
}
