// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** The few things our reports need of JSON. */
public final class Json {
    private Json() {}

    /** Text as a JSON string, with its quotes. */
    public static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }

    /** Names and texts as a JSON object, in the order of the map. */
    public static String texts(Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(text -> quoted(text.getKey()) + ":" + quoted(text.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Texts as a JSON array. */
    public static String texts(Collection<String> texts) {
        return texts.stream().map(Json::quoted).collect(Collectors.joining(",", "[", "]"));
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
