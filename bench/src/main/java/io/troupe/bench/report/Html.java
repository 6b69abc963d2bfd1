// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import io.troupe.bench.results.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Set;

/** Writes HTML that is well-formed XML. One thread. Texts and attributes are escaped here, by their callers never. */
final class Html {
    /** A line break after these would be shown. */
    private static final Set<String> INLINE = Set.of("a", "span");

    /** Where raw files are, beside the page. */
    private static final String RAW = "raw/";

    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an element; names and values of attributes take turns. */
    Html open(String element, String... attributes) {
        start(element, attributes);
        out.append('>');
        open.push(element);
        return this;
    }

    /** Ends the innermost element. */
    Html close() {
        String element = open.pop();
        out.append("</").append(element).append(INLINE.contains(element) ? ">" : ">\n");
        return this;
    }

    /** An element with text. */
    Html content(String element, String text, String... attributes) {
        open(element, attributes).text(text);
        return close();
    }

    /** An element that has no content by its nature. */
    Html empty(String element, String... attributes) {
        start(element, attributes);
        out.append("/>\n");
        return this;
    }

    /** Text. */
    Html text(String text) {
        out.append(Markup.escaped(text));
        return this;
    }

    /** What is already written in this language; for style sheets and specifications of pictures. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** A program. What would end it or the text around it is written in another way that means the same. */
    Html script(String program) {
        open("script");
        String whole = program.replace("]]>", "]] >").replace("</script", "<\\/script");
        raw("//<![CDATA[\n" + whole + "\n//]]>\n");
        return close();
    }

    /** Links to where figures come from, as {@code raw/pi.json[12]}. */
    Html links(Iterable<Source> sources) {
        String separator = "";
        for (Source source : sources) {
            text(separator).content("a", RAW + source.file() + "[" + source.index() + "]", "href", link(source.file()));
            separator = ", ";
        }
        return this;
    }

    /**
     * All that was written.
     *
     * @throws IllegalStateException if an element is open
     */
    String done() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("all elements must be closed: open=" + open);
        }
        return out.toString();
    }

    /** A link that cannot leave the file system or the site, whatever the file is called. */
    static String link(String file) {
        StringBuilder link = new StringBuilder("./" + RAW);
        for (byte unit : file.getBytes(StandardCharsets.UTF_8)) {
            if (PLAIN.indexOf(unit) >= 0) {
                link.append((char) unit);
            } else {
                link.append('%').append(HEX.toHexDigits(unit));
            }
        }
        return link.toString();
    }

    private void start(String element, String... attributes) {
        out.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            out.append(Markup.escaped(attributes[i + 1])).append('"');
        }
    }
}
