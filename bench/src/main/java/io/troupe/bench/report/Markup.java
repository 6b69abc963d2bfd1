// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

/** Texts and attributes of XML, and of HTML and SVG that are XML, too. */
public final class Markup {
    private Markup() {}

    /** The text with what has a meaning in XML escaped, and U+FFFD for what XML forbids even escaped. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isText(point) ? point : 0xFFFD);
            }
        });
        return escaped.toString();
    }

    /** XML forbids control characters and halves of pairs. */
    private static boolean isText(int point) {
        return (point >= ' ' || point == '\n' || point == '\t')
                && !(point >= 0xD800 && point <= 0xDFFF)
                && point != 0xFFFE
                && point != 0xFFFF;
    }
}
