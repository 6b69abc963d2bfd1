// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** Formats of received bodies: byte for byte those of nanocat. */
enum Format {
    /** Not at all. */
    NO {
        @Override
        byte[] of(byte[] body) {
            return new byte[0];
        }
    },
    /** As they are, without line ends. */
    RAW {
        @Override
        byte[] of(byte[] body) {
            return body;
        }
    },
    /** One line each, dots for what is not printable ASCII. */
    ASCII {
        @Override
        byte[] of(byte[] body) {
            byte[] line = new byte[body.length + 1];
            for (int i = 0; i < body.length; i++) {
                line[i] = isPrintable(body[i]) ? body[i] : (byte) '.';
            }
            line[body.length] = '\n';
            return line;
        }
    },
    /** One line each, in quotes, with escapes. */
    QUOTED {
        @Override
        byte[] of(byte[] body) {
            StringBuilder line = new StringBuilder("\"");
            for (byte each : body) {
                line.append(quoted(each));
            }
            return line.append("\"\n").toString().getBytes(StandardCharsets.US_ASCII);
        }
    },
    /** One line each, {@code "\x68\x69"}. */
    HEX {
        @Override
        byte[] of(byte[] body) {
            StringBuilder line = new StringBuilder("\"");
            for (byte each : body) {
                line.append(escaped(each));
            }
            return line.append("\"\n").toString().getBytes(StandardCharsets.US_ASCII);
        }
    },
    /** As MessagePack's {@code bin}, one after the other. */
    MSGPACK {
        @Override
        byte[] of(byte[] body) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 5);
            int bytesOfLength = body.length < 1 << 8 ? 1 : body.length < 1 << 16 ? 2 : 4;
            out.write(bytesOfLength == 1 ? BIN_8 : bytesOfLength == 2 ? BIN_16 : BIN_32);
            for (int i = bytesOfLength - 1; i >= 0; i--) {
                out.write(body.length >>> (8 * i));
            }
            out.writeBytes(body);
            return out.toByteArray();
        }
    };

    private static final int BIN_8 = 0xc4;
    private static final int BIN_16 = 0xc5;
    private static final int BIN_32 = 0xc6;

    /** The text of a body. */
    abstract byte[] of(byte[] body);

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static boolean isPrintable(byte each) {
        return each >= ' ' && each < 0x7f;
    }

    private static String quoted(byte each) {
        return switch (each) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            default -> isPrintable(each) ? String.valueOf((char) each) : escaped(each);
        };
    }

    private static String escaped(byte each) {
        return "\\x" + HexFormat.of().toHexDigits(each);
    }
}
