// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Python with ZODB and ZEO, as {@code .ci/zodb} has installed it. Tests that ask for it are skipped where it is missing, and fail
 * with {@code -Dzodb=required}.
 */
public final class ZodbPython {
    private static final long PATIENCE_SECONDS = 300;

    private ZodbPython() {}

    private static Path python() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path root =
                cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        Path python = root.resolve("troupe/zodb/venv/bin/python");
        assumeTrue(
                Files.isExecutable(python) || "required".equals(System.getProperty("zodb")),
                "no Python with ZODB, .ci/zodb gets it: file=" + python);
        return python;
    }

    /** Starts a script of the resources; skips the test without Python. Its standard error is that of the tests. */
    public static Process start(Path folder, String script, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(python().toString(), copy(folder, script).toString()));
        command.addAll(List.of(arguments));
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("PYTHONUNBUFFERED", "1");
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a script to its end, which must be a good one; what it printed. */
    public static List<String> run(Path folder, String script, String... arguments) {
        Process process = start(folder, script, arguments);
        try (InputStream out = process.getInputStream()) {
            List<String> lines = new String(out.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("%s", lines).isZero();
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** A file of the resources, in a folder. */
    public static Path copy(Path folder, String name) {
        Path file = folder.resolve(name);
        try {
            Files.write(file, bytes(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    /** The bytes of a file of the resources. */
    public static byte[] bytes(String name) {
        try (InputStream in = ZodbPython.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new AssertionError("no such file: name=" + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
