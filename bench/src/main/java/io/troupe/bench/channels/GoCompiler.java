// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import io.troupe.bench.process.CacheFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Builds the program in Go, once per state of its source and version of Go: it is kept in the user's cache folder. It needs
 * nothing but Go's own library, so nothing is loaded. What is missing is told, not thrown.
 *
 * @param go name or path of the tool
 * @param cache folder for the program
 */
record GoCompiler(String go, Path cache) {
    private static final String FOLDER = "/channels-go/";
    private static final List<String> FILES = List.of("go.mod", "main.go");
    private static final String NAME = "channels-go";

    /**
     * What came of it.
     *
     * @param program its path; empty if there is none
     * @param absence why there is none, in one line; empty if there is one
     */
    record Built(String program, String absence) {}

    /** The go of the path, and the user's cache. */
    static GoCompiler usual() {
        return new GoCompiler("go", CacheFolder.path());
    }

    /** As ", go version go1.26.8 linux/amd64", or empty if there is none. */
    String version() {
        try {
            Output output = run(Path.of("."), "version");
            return output.code == 0 ? ", " + output.text.strip() : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /** Builds the program if it is not there yet. */
    Built build() {
        String version = version();
        if (version.isEmpty()) {
            return new Built("", "left out: go is not installed");
        }
        try {
            Path program = cache.resolve(NAME + "-" + Long.toHexString(checksum(version)));
            if (!Files.isExecutable(program)) {
                Files.createDirectories(cache);
                Optional<String> complaint = compile(program);
                if (complaint.isPresent()) {
                    return new Built("", "left out: go cannot build it: " + complaint.get());
                }
            }
            return new Built(program.toString(), "");
        } catch (IOException e) {
            return new Built("", "left out: no folder to build in: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Built("", "left out: interrupted while go built it");
        }
    }

    /** The first words of the complaint, if there is one. */
    private Optional<String> compile(Path program) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(cache, "build"); // the same file system
        try {
            for (String file : FILES) {
                Files.write(folder.resolve(file), resource(file));
            }
            Output output = run(folder, "build", "-buildvcs=false", "-o", NAME, ".");
            if (output.code != 0) {
                return Optional.of(output.text
                        .lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .findFirst()
                        .orElse("exit code " + output.code));
            }
            Files.move(folder.resolve(NAME), program, StandardCopyOption.ATOMIC_MOVE);
            return Optional.empty();
        } finally {
            for (String file : FILES) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.deleteIfExists(folder.resolve(NAME));
            Files.delete(folder);
        }
    }

    private record Output(int code, String text) {}

    /** The tool that is installed, no other version of it and nothing from elsewhere. */
    private Output run(Path folder, String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = go;
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("GOTOOLCHAIN", "local");
        builder.environment().put("GOPROXY", "off");
        builder.environment().put("GOWORK", "off");
        builder.environment().put("CGO_ENABLED", "0");
        builder.environment().remove("GOFLAGS");
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Output(process.waitFor(), text);
    }

    private static long checksum(String version) throws IOException {
        CRC32 sum = new CRC32();
        for (String file : FILES) {
            sum.update(resource(file));
        }
        sum.update(version.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }

    private static byte[] resource(String file) throws IOException {
        try (InputStream stream = GoCompiler.class.getResourceAsStream(FOLDER + file)) {
            if (stream == null) {
                throw new IOException("source must be on the class path: file=" + FOLDER + file);
            }
            return stream.readAllBytes();
        }
    }
}
