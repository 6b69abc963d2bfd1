// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Versions of the C libraries that drivers are compiled against, as their header and pkg-config files name them. */
final class Libraries {
    private static final List<String> NAMES = List.of("nanomsg", "nng", "libzmq");
    private static final List<String> PREFIXES = List.of("usr/local", "usr");
    private static final Pattern VERSION = Pattern.compile("(?m)^Version:\\s*(\\S+)");
    private static final Pattern PART = Pattern.compile("(?m)^#define\\s+NNG_(MAJOR|MINOR|PATCH)_VERSION\\s+(\\d+)");

    private Libraries() {}

    static Map<String, String> facts(Path root) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String prefix : PREFIXES) {
            for (Path folder : folders(root.resolve(prefix))) {
                for (String name : NAMES) {
                    Matcher version = VERSION.matcher(text(folder.resolve(name + ".pc")));
                    if (version.find()) {
                        facts.putIfAbsent(Versions.PREFIX + name, version.group(1));
                    }
                }
            }
            header(root.resolve(prefix).resolve("include/nng/nng.h"), facts);
        }
        return facts;
    }

    /** Older releases of nng have no file for pkg-config. */
    private static void header(Path file, Map<String, String> facts) {
        Map<String, String> parts = new LinkedHashMap<>();
        Matcher matcher = PART.matcher(text(file));
        while (matcher.find()) {
            parts.put(matcher.group(1), matcher.group(2));
        }
        if (parts.size() == 3) {
            facts.putIfAbsent(
                    Versions.PREFIX + "nng", parts.get("MAJOR") + "." + parts.get("MINOR") + "." + parts.get("PATCH"));
        }
    }

    /** Debian has a folder per kind of processor below lib, others have lib64. */
    private static List<Path> folders(Path prefix) {
        Path library = prefix.resolve("lib");
        List<Path> usual = List.of(prefix.resolve("lib64/pkgconfig"), library.resolve("pkgconfig"));
        try (Stream<Path> entries = Files.list(library)) {
            return Stream.concat(
                            usual.stream(),
                            entries.filter(entry ->
                                            entry.getFileName().toString().contains("-linux-"))
                                    .map(entry -> entry.resolve("pkgconfig")))
                    .toList();
        } catch (IOException | UncheckedIOException | SecurityException e) {
            return usual;
        }
    }

    private static String text(Path file) {
        try {
            return Files.isRegularFile(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        } catch (IOException | SecurityException e) {
            return "";
        }
    }
}
