// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** JSON as text and in files. */
public final class Json {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Json() {}

    /** Records, maps and lists as JSON on one line, with its end. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value) + System.lineSeparator();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("value must be one that JSON can have: value=" + value, e);
        }
    }

    /**
     * Writes a file whole or not at all, in the place of one that is there: whoever reads meanwhile, or after this program was
     * killed, finds the text of this time or of the time before.
     */
    public static void write(Path file, String text) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(beside, text);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
