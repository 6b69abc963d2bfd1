// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Text files below a root directory, read as they are at the time of the call. What is missing, unreadable, empty or not of
 * the expected kind is null or an empty list, never an exception. Any thread.
 */
final class Tree {
    /** No file that is read here is longer. */
    private static final int MOST_BYTES = 1 << 20;

    private static final String SEPARATORS = ": \t";

    private final Path root;

    Tree(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    /** The text of a file without blanks around it. */
    @Nullable
    String text(String path) {
        Path file = resolve(path);
        if (file == null) {
            return null;
        }
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? null : text;
        } catch (IOException | SecurityException e) {
            return null; // some files of the kernel exist and cannot be read
        }
    }

    /** The lines of a file. */
    List<String> lines(String path) {
        String text = text(path);
        return text == null ? List.of() : text.lines().toList();
    }

    /** A file that is one whole number. */
    @Nullable
    Long number(String path) {
        return parse(text(path));
    }

    /** What follows a name, in a file with lines like {@code name: text} or {@code name text}; the first such line counts. */
    @Nullable
    String value(String path, String name) {
        for (String line : lines(path)) {
            if (line.length() > name.length()
                    && line.startsWith(name)
                    && SEPARATORS.indexOf(line.charAt(name.length())) >= 0) {
                String value = line.substring(name.length())
                        .replaceFirst("^[:\\s]+", "")
                        .stripTrailing();
                return value.isEmpty() ? null : value;
            }
        }
        return null;
    }

    /** The whole number after a name; a unit may follow it. */
    @Nullable
    Long number(String path, String name) {
        String value = value(path, name);
        return value == null ? null : parse(value.split("\\s", 2)[0]);
    }

    /** Names in a directory that match a regular expression, in natural order (cpu2 before cpu10). */
    List<String> names(String directory, String pattern) {
        Path path = resolve(directory);
        if (path == null) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.matches(pattern))
                    .sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()))
                    .toList();
        } catch (IOException | UncheckedIOException | SecurityException e) {
            return List.of();
        }
    }

    /** Whether there is such a file or directory. */
    boolean has(String path) {
        Path file = resolve(path);
        return file != null && Files.exists(file);
    }

    /** A whole number, or null. */
    static @Nullable Long parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Null for what leads out of the root: paths of control groups may begin with {@code /..}. */
    private @Nullable Path resolve(String path) {
        try {
            Path file = root.resolve(path.replaceFirst("^/+", "")).normalize();
            return file.startsWith(root) ? file : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
