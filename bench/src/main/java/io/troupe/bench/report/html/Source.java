// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.html;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Where a figure is found among the raw results.
 *
 * @param file relative to the folder of the report, with slashes
 * @param index what is to be looked for in it, as "12" for the element of that number, from 0; empty for the whole file
 */
public record Source(String file, String index) {
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** How it is shown, as {@code raw/pi.json[12]}. */
    String text() {
        return index.isEmpty() ? file : file + "[" + index + "]";
    }

    /** A link that cannot leave the file system or the site, whatever the file is called. */
    String link() {
        StringBuilder link = new StringBuilder("./");
        for (byte unit : file.getBytes(StandardCharsets.UTF_8)) {
            if (PLAIN.indexOf(unit) >= 0) {
                link.append((char) unit);
            } else {
                link.append('%').append(HEX.toHexDigits(unit));
            }
        }
        return link.toString();
    }
}
