// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first line of both sides, in ASCII: {@code TROUPE/1.0 binary,cbor} of the dialler with the codecs it can do, best first;
 * {@code TROUPE/1.0 binary} or {@code TROUPE/1.0 refused: reason} of the acceptor. Major versions must be equal; of two minor ones
 * the lower counts.
 */
final class ConnectionPreface {
    static final int MAJOR = 1;
    static final int MINOR = 0;
    private static final String MAGIC = "TROUPE/";
    private static final String REFUSED = "refused: ";
    /** Longer lines are nonsense. */
    private static final int LONGEST = 512;

    /** Leaves room for the rest of the line. */
    private static final int LONGEST_REASON = 450;

    private ConnectionPreface() {}

    /** What the other side has said. */
    record Line(List<String> codecs, @Nullable String refusal) {}

    static byte[] offer(List<String> codecs) {
        return line(String.join(",", codecs));
    }

    static byte[] choice(String codec) {
        return line(codec);
    }

    static byte[] refusal(String reason) {
        String text = reason.replaceAll("[^ -~]", "?");
        return line(REFUSED + (text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON)));
    }

    private static byte[] line(String text) {
        return (MAGIC + MAJOR + "." + MINOR + " " + text + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Length of the line with its end; -1 if it has not come as a whole.
     *
     * @throws IllegalArgumentException if this is no such line, however it goes on
     */
    static int length(byte[] bytes, int from, int to) {
        int magic = Math.min(MAGIC.length(), to - from);
        for (int i = 0; i < magic; i++) {
            if (bytes[from + i] != MAGIC.charAt(i)) {
                throw new IllegalArgumentException("the other side must speak this protocol and begin with " + MAGIC
                        + MAJOR + "." + MINOR + ": begins=" + printable(bytes, from, to));
            }
        }
        int last = Math.min(to, from + LONGEST);
        for (int i = from; i < last; i++) {
            if (bytes[i] == '\n') {
                return i + 1 - from;
            }
        }
        if (last < to || to - from >= LONGEST) {
            throw new IllegalArgumentException("the first line must not be longer than " + LONGEST + " bytes");
        }
        return -1;
    }

    private static String printable(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, Math.min(16, to - from), StandardCharsets.ISO_8859_1);
        return text.replaceAll("[^ -~]", ".");
    }

    /**
     * Reads the line.
     *
     * @throws IllegalArgumentException if it makes no sense, or is of another major version
     */
    static Line parse(byte[] bytes, int from, int length) {
        String line = new String(bytes, from, length, StandardCharsets.US_ASCII).strip();
        int space = line.indexOf(' ');
        String version = line.substring(MAGIC.length(), space < 0 ? line.length() : space);
        if (!version.matches("\\d{1,5}\\.\\d{1,5}")) {
            throw new IllegalArgumentException("the first line must have a version: line=" + line);
        }
        if (Integer.parseInt(version.substring(0, version.indexOf('.'))) != MAJOR) {
            throw new IllegalArgumentException(
                    "both sides must have the same major version: mine=" + MAJOR + "." + MINOR + ", other=" + version);
        }
        String rest = space < 0 ? "" : line.substring(space + 1).strip();
        if (rest.startsWith(REFUSED)) {
            return new Line(List.of(), rest.substring(REFUSED.length()));
        }
        return new Line(List.of(rest.split(",")), null);
    }
}
