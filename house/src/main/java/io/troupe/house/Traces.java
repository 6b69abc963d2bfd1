// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** How many source files of the libraries one operation enters, found by watching it: the text of {@code .ci/house traces}. */
final class Traces {
    /** What is traced. */
    static final List<String> OPERATIONS = List.of("tell", "ask", "remote-ask", "sp-tcp");

    private static final int ROUNDS = 21;

    private final List<OperationTrace> traces;

    private Traces(List<OperationTrace> traces) {
        this.traces = traces;
    }

    /**
     * Traces a tree by the libraries that it has built for its examples, which {@code ./troupe} brings up to date.
     *
     * @param home the tree with the programs, which are compiled against the libraries of the other one
     * @param root the tree with the libraries
     * @throws IOException if it cannot be built or run
     * @throws InterruptedException if this thread is interrupted
     */
    static Traces of(Path home, Path root) throws IOException, InterruptedException {
        int built = new ProcessBuilder(root.resolve("troupe").toString(), "--help")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (built != 0) {
            throw new IOException("the examples must be built: tree=" + root);
        }
        String libraries = root.resolve("examples/target/troupe.jar").toString();
        Path classes = Files.createTempDirectory("traces");
        try {
            compile(home.resolve("house/src/test/java/io/troupe/house/traced"), libraries, classes);
            return of(classes + File.pathSeparator + libraries, OPERATIONS, ROUNDS);
        } finally {
            try (Stream<Path> paths = Files.walk(classes)) {
                paths.sorted(Comparator.reverseOrder()).forEach(Traces::delete);
            }
        }
    }

    /**
     * Traces operations.
     *
     * @param classPath with the programs and the libraries
     * @throws IOException if a program fails
     * @throws InterruptedException if this thread is interrupted
     */
    static Traces of(String classPath, List<String> operations, int rounds) throws IOException, InterruptedException {
        List<OperationTrace> traces = new ArrayList<>();
        for (String operation : operations) {
            traces.add(TracedProgram.run(classPath, operation, rounds));
        }
        return new Traces(traces);
    }

    List<OperationTrace> traces() {
        return traces;
    }

    /** A line per operation. */
    String table() {
        StringBuilder table = new StringBuilder(line("operation", "files", "to effect"));
        traces.forEach(
                trace -> table.append(line(trace.operation(), trace.stations().size(), trace.beforeEffect())));
        return table.toString();
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-14s %7s %10s%n", cells);
    }

    /** A line per file, in the order in which they are entered first. */
    String files() {
        StringBuilder text = new StringBuilder();
        for (OperationTrace trace : traces) {
            text.append(trace.operation()).append('\n');
            for (OperationTrace.Station station : trace.stations()) {
                text.append(String.format(
                        Locale.ROOT,
                        "  %-6s %-52s %-24s %-24s %s%n",
                        station.beforeEffect() ? "" : "after",
                        station.file().replaceFirst("^io/troupe/", ""),
                        station.entry().method(),
                        station.entry().thread(),
                        station.rounds() < trace.rounds() ? station.rounds() + " of " + trace.rounds() : ""));
            }
        }
        return text.toString();
    }

    /** All of it for programs. */
    String json() {
        return traces.stream().map(Traces::json).collect(Collectors.joining(",\n", "[", "]\n"));
    }

    private static String json(OperationTrace trace) {
        return trace.stations().stream()
                .map(station -> String.format(
                        Locale.ROOT,
                        "{\"file\":%s,\"method\":%s,\"thread\":%s,\"beforeEffect\":%b,\"rounds\":%d}",
                        quoted(station.file()),
                        quoted(station.entry().method()),
                        quoted(station.entry().thread()),
                        station.beforeEffect(),
                        station.rounds()))
                .collect(Collectors.joining(
                        ",\n  ",
                        String.format(
                                Locale.ROOT,
                                "{\"operation\":%s,\"rounds\":%d,\"files\":%d,\"toEffect\":%d,\"entered\":[%n  ",
                                quoted(trace.operation()),
                                trace.rounds(),
                                trace.stations().size(),
                                trace.beforeEffect()),
                        "]}"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static void compile(Path sources, String classPath, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> files = Files.list(sources)) {
            List<String> options = List.of("-proc:none", "-nowarn", "-g", "-cp", classPath, "-d", classes.toString());
            var units = manager.getJavaFileObjectsFromPaths(files.sorted().toList());
            if (!compiler.getTask(null, manager, null, options, null, units).call()) {
                throw new IOException("the traced programs must fit the libraries: class path=" + classPath);
            }
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
