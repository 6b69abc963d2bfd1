// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.driver;

import io.troupe.bench.process.CacheFolder;
import io.troupe.bench.sp.stack.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Builds one driver with gcc, once per state of its sources and libraries: the program is kept in the user's cache folder. What
 * is missing is told, not thrown.
 *
 * @param name of the program
 * @param sources to compile, of the resource folder sp-native
 * @param libraries options of the linker
 * @param packageName of the Debian package with the headers; empty if none is needed
 */
public record Compiler(String name, List<String> sources, List<String> libraries, String packageName) {
    private static final String FOLDER = "/sp-native/";
    private static final List<String> HEADERS = List.of("driver.h", "memory.h");
    private static final List<String> OPTIONS = List.of("-O2", "-std=gnu11", "-Wall", "-Wextra");
    private static final String GCC = "gcc";

    /** Builds the program if it is not there yet. */
    public Program build() {
        return build(GCC, CacheFolder.path());
    }

    /**
     * Builds with this compiler, in this folder.
     *
     * @param gcc name or path of the compiler
     */
    Program build(String gcc, Path cache) {
        try {
            Path program = cache.resolve(name + "-" + Long.toHexString(checksum()));
            if (!Files.isExecutable(program)) {
                Files.createDirectories(cache);
                Optional<String> complaint = compile(gcc, cache, program);
                if (complaint.isPresent()) {
                    return Program.missing(complaint.get());
                }
            }
            return Program.of(List.of(program.toString()));
        } catch (IOException e) {
            return Program.missing("a folder to build in: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Program.missing("interrupted while building " + name);
        }
    }

    private Optional<String> compile(String gcc, Path cache, Path program) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(cache, "build"); // the same file system
        try {
            List<String> command = new ArrayList<>(List.of(gcc));
            command.addAll(OPTIONS);
            for (String file : files()) {
                Files.write(folder.resolve(file), resource(file));
            }
            command.addAll(List.of("-o", name));
            command.addAll(sources);
            command.addAll(libraries);
            command.add("-lpthread");
            Optional<String> complaint = run(command, folder);
            if (complaint.isEmpty()) {
                Files.move(folder.resolve(name), program, StandardCopyOption.ATOMIC_MOVE);
            }
            return complaint;
        } finally {
            delete(folder);
        }
    }

    /** The first error, if there is one. */
    private Optional<String> run(List<String> command, Path folder) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return Optional.of(("install gcc and libc6-dev " + packageName).trim());
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() == 0) {
            return Optional.empty();
        }
        String error = output.lines()
                .filter(line -> line.contains("error") || line.contains("cannot find"))
                .findFirst()
                .orElse("exit code " + process.exitValue());
        String install = packageName.isEmpty() ? "libc6-dev" : packageName;
        return Optional.of("install " + install + " (" + command.get(0) + " says: " + error.trim() + ")");
    }

    private List<String> files() {
        return Stream.concat(sources.stream(), HEADERS.stream()).toList();
    }

    private long checksum() throws IOException {
        CRC32 sum = new CRC32();
        for (String file : files()) {
            sum.update(resource(file));
        }
        sum.update((OPTIONS + " " + libraries).getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }

    private static byte[] resource(String file) throws IOException {
        try (InputStream stream = Compiler.class.getResourceAsStream(FOLDER + file)) {
            if (stream == null) {
                throw new IOException("source must be on the class path: file=" + FOLDER + file);
            }
            return stream.readAllBytes();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
