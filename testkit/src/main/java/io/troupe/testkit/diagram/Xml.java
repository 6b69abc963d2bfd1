// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

/** Text in XML. */
final class Xml {
    private Xml() {}

    /** The text with characters of markup escaped; what XML does not allow becomes a replacement character. */
    static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(letter -> {
            switch (letter) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                default -> safe.appendCodePoint(isAllowed(letter) ? letter : 0xFFFD);
            }
        });
        return safe.toString();
    }

    private static boolean isAllowed(int letter) {
        boolean control = letter < 0x20 && letter != '\t' && letter != '\n' && letter != '\r';
        boolean surrogate = letter >= 0xD800 && letter <= 0xDFFF;
        return !control && !surrogate && letter != 0xFFFE && letter != 0xFFFF;
    }
}
