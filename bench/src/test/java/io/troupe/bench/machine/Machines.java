// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Unpacks machines: files named *.tree, in which a line "== path" begins a file. */
final class Machines {
    static final List<String> NAMES = List.of("laptop", "server", "guest", "container", "microvm");

    private Machines() {}

    /** The files of a machine below a new directory; returns their paths. */
    static List<String> unpack(String name, Path root) throws IOException {
        String text;
        try (InputStream in = Objects.requireNonNull(Machines.class.getResourceAsStream(name + ".tree"), name)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<String> paths = new ArrayList<>();
        String[] files = text.split("(?m)^== ", -1);
        for (int i = 1; i < files.length; i++) {
            String path = files[i].substring(0, files[i].indexOf('\n'));
            write(root, path, files[i].substring(path.length() + 1));
            paths.add(path);
        }
        return paths;
    }

    static void write(Path root, String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
