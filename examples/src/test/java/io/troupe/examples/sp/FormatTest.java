// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What nanocat 1.1.5 prints for the same bytes. */
class FormatTest {
    /** The characters {@code a"b\c}, LF, HT, CR, NUL, 1, DEL, é in UTF-8, and a blank and z. */
    private static final byte[] BODY = HexFormat.of().parseHex("6122625c630a090d00017fc3a9207a");

    @Test
    void shouldPrintNothing() {
        assertThat(Format.NO.of(BODY)).isEmpty();
    }

    @Test
    void shouldPrintAsItIs() {
        assertThat(Format.RAW.of(BODY)).isEqualTo(BODY);
    }

    @Test
    void shouldPrintDotsForWhatIsNotAscii() {
        assertThat(text(Format.ASCII)).isEqualTo("a\"b\\c........ z\n");
    }

    @Test
    void shouldPrintEscapesInQuotes() {
        assertThat(text(Format.QUOTED)).isEqualTo("\"a\\\"b\\\\c\\n\\x09\\r\\x00\\x01\\x7f\\xc3\\xa9 z\"\n");
    }

    @Test
    void shouldPrintHexadecimal() {
        assertThat(text(Format.HEX))
                .isEqualTo("\"\\x61\\x22\\x62\\x5c\\x63\\x0a\\x09\\x0d\\x00\\x01\\x7f\\xc3\\xa9\\x20\\x7a\"\n");
    }

    @ParameterizedTest
    @CsvSource({"0, c400", "15, c40f", "255, c4ff", "256, c50100", "65535, c5ffff", "65536, c600010000"})
    void shouldPutTheLengthBeforeMessagePack(int size, String header) {
        byte[] body = new byte[size];
        Arrays.fill(body, (byte) 'x');
        byte[] printed = Format.MSGPACK.of(body);
        assertThat(HexFormat.of().formatHex(printed)).startsWith(header);
        assertThat(printed).hasSize(header.length() / 2 + size).endsWith(body);
    }

    @Test
    void shouldPrintEmptyBodiesAsEmptyLines() {
        assertThat(new String(Format.ASCII.of(new byte[0]), StandardCharsets.US_ASCII))
                .isEqualTo("\n");
        assertThat(new String(Format.QUOTED.of(new byte[0]), StandardCharsets.US_ASCII))
                .isEqualTo("\"\"\n");
    }

    private static String text(Format format) {
        return new String(format.of(BODY), StandardCharsets.US_ASCII);
    }
}
