// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore;

import io.troupe.examples.cli.Child;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe objstore demo}. */
@Command(
        name = "demo",
        description = {
            "Shows a storage with one server and three clients, each a process of its own: one client commits, the others see it.",
            "The client of Python commits the first transaction, if it is there. Everything is in a temporary folder, which is"
                    + " deleted at the end."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all clients have seen all commits",
            "1:a process has failed",
            "2:wrong command line",
            "130:ended by Ctrl-C",
            "143:ended by the signal TERM"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  troupe objstore demo", "  troupe objstore demo --commits 100 --every 50"})
public final class DemoCommand implements Callable<Integer> {
    private static final int WATCHERS = 2;
    private static final int MOST = 100_000;
    private static final long PATIENCE_SECONDS = 10;
    private static final String FIRST_COMMIT =
            """
            import sys, ZEO, transaction
            db = ZEO.DB(("127.0.0.1", int(sys.argv[1])))
            connection = db.open()
            connection.root()["greeting"] = "hello"
            transaction.commit()
            db.close()
            """;

    @Option(names = "--commits", paramLabel = "N", description = "How many (default: ${DEFAULT-VALUE}).")
    private int commits = 5;

    @Option(names = "--every", paramLabel = "MILLIS", description = "Time between commits (default: ${DEFAULT-VALUE}).")
    private int every = 500;

    @Option(
            names = "--python",
            paramLabel = "PROGRAM",
            description = "A Python with ZEO (default: the one of .ci/zodb, or python3).")
    private @Nullable String python;

    @Option(names = "--json", description = "Print one JSON object per line that a process says, and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    private final List<Process> processes = new CopyOnWriteArrayList<>();
    private volatile @Nullable Process pythonClient;
    private volatile boolean interrupted;

    /** A line of {@code --json}. */
    record Said(String process, String line) {}

    /** For picocli. */
    public DemoCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(1, "commits", commits);
        rules.atMost(MOST, "commits", commits);
        rules.atLeast(1, "every", every);
        rules.atMost(MOST, "every", every);
        Interrupt interrupt = Interrupt.on(this::interrupt);
        Path folder = Files.createTempDirectory("troupe-objstore");
        boolean shown;
        try {
            shown = show(folder);
        } finally {
            end();
            delete(folder);
        }
        boolean cut = interrupted;
        interrupt.done();
        return shown || cut ? 0 : spec.exitCodeOnExecutionException();
    }

    private void interrupt() {
        interrupted = true;
        endPythonClient(); // it would wait for a server
        processes.forEach(process -> process.toHandle().destroy());
    }

    private void endPythonClient() {
        Process running = pythonClient;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    /** Returns whether everything has ended well. */
    private boolean show(Path folder) throws IOException, InterruptedException {
        BufferedReader server =
                start("objstore", "serve", "--fs", folder.resolve("Data.fs").toString(), "--zeo", "127.0.0.1:0");
        String serving = server.readLine();
        if (serving == null) {
            return false;
        }
        say("server", serving);
        String port = serving.replaceAll(".*:([0-9]+), .*", "$1");
        boolean hasRoot = firstCommit(port);
        if (interrupted) {
            return false;
        }
        say("store", hasRoot ? "Python's client has made its root object" : "is empty: no Python with ZEO");
        String url = "zeo://127.0.0.1:" + port;
        String total = Integer.toString(commits);
        List<Thread> readers = new ArrayList<>();
        List<BufferedReader> watchers = new ArrayList<>();
        for (int i = 0; i < WATCHERS; i++) {
            watchers.add(start("objstore", "demo-client", "--commits", total, url));
        }
        for (int i = 0; i < WATCHERS; i++) {
            String name = "client " + (i + 2);
            String watching = watchers.get(i).readLine(); // so it misses nothing
            if (watching != null) {
                say(name, watching);
            }
            readers.add(reader(name, watchers.get(i)));
        }
        readers.add(reader(
                "client 1",
                start("objstore", "demo-client", "--author", "--commits", total, "--every", "" + every, url)));
        for (Thread reader : readers) {
            reader.join();
        }
        boolean good = true;
        for (Process client : processes.subList(1, processes.size())) {
            good &= client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && client.exitValue() == 0;
        }
        return good;
    }

    private BufferedReader start(String... line) throws IOException {
        Process process = Child.start(line);
        processes.add(process);
        if (interrupted) { // just before it was added
            process.toHandle().destroy();
        }
        return process.inputReader();
    }

    private boolean firstCommit(String port) throws InterruptedException {
        String program = python;
        if (program == null) {
            String cache = System.getenv("XDG_CACHE_HOME");
            Path own = (cache == null || cache.isEmpty()
                            ? Path.of(System.getProperty("user.home"), ".cache")
                            : Path.of(cache))
                    .resolve("troupe/zodb/venv/bin/python");
            program = Files.isExecutable(own) ? own.toString() : "python3";
        }
        try {
            Process process = new ProcessBuilder(program, "-c", FIRST_COMMIT, port)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            pythonClient = process;
            if (interrupted) { // just before it was there
                process.destroyForcibly();
            }
            try {
                return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) { // no such program
            return false;
        }
    }

    private Thread reader(String name, BufferedReader from) {
        Thread reader = new Thread(
                () -> {
                    try (from) {
                        for (String line = from.readLine(); line != null; line = from.readLine()) {
                            say(name, line);
                        }
                    } catch (IOException e) {
                        say(name, "cannot be read: " + e.getMessage());
                    }
                },
                name);
        reader.start();
        return reader;
    }

    private void say(String name, String line) {
        synchronized (processes) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(
                    json ? Json.line(new Said(name, line)) : name + " ".repeat(Math.max(1, 10 - name.length())) + line);
            out.flush();
        }
    }

    /** Ends what is left: the server in order, for it is the last. */
    private void end() throws InterruptedException {
        for (Process process : processes) {
            process.toHandle().destroy();
        }
        for (Process process : processes) {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
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
