// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.sp.Sockets;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.socket.Dialer;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Listener;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code troupe sp perf}. */
@Command(
        name = "perf",
        description = {
            "Measures: PAIR throughput (thr) and REQ/REP round trips (lat) between two sockets of this process, or against"
                    + " another process: local-thr receives and local-lat answers, remote-thr sends and remote-lat asks.",
            "For a first impression; comparisons with others, in the same run and with their spread, are the business of"
                    + " the benchmarks."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe sp perf thr --transport ipc --size 65536 --threads 2",
            "  troupe sp perf lat --transport tcp --json",
            "  troupe sp perf local-thr --bind tcp://127.0.0.1:5555 --count 1000000",
            "  troupe sp perf remote-thr --connect tcp://127.0.0.1:5555 --count 1000000"
        })
public final class PerfCommand implements Callable<Integer> {
    private static final Duration WARM_UP = Duration.ofMillis(1500);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LATENCY_SIZE = 111;
    private static final int THROUGHPUT_SIZE = 4096;
    private static final int MOST_THREADS = 1024;
    private static final int MICRO = 1000;
    /** With its header it must be within the receive limit. */
    private static final int LARGEST = SocketOptions.defaults().maxReceiveSize() - 64;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "The result as a JSON object on one line.")
    private boolean json;

    @Option(
            names = "--spin",
            paramLabel = "US",
            scope = ScopeType.INHERIT,
            description = "How many microseconds a waiting thread polls before it sleeps, 0 to 1000 (default: 50).")
    private long spinMicros = SocketOptions.defaults().spin().toNanos() / MICRO;

    /** Between two sockets of this process. */
    enum Kind {
        /** Messages handed over. */
        INPROC,
        /** Unix sockets. */
        IPC,
        /** The loopback device. */
        TCP
    }

    /** For picocli. */
    public PerfCommand() {}

    /** Without a command there is nothing to measure: says what there is. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return spec.exitCodeOnInvalidInput();
    }

    @Command(name = "thr", mixinStandardHelpOptions = true, description = "PAIR throughput in this process.")
    int throughput(
            @Option(
                            names = "--transport",
                            defaultValue = "tcp",
                            description = "${COMPLETION-CANDIDATES}; tcp by default.")
                    Kind transport,
            @Option(
                            names = "--size",
                            defaultValue = "" + THROUGHPUT_SIZE,
                            description = "Bytes; ${DEFAULT-VALUE} by default.")
                    int size,
            @Option(names = "--threads", defaultValue = "1", description = "Threads that send; 1 by default.")
                    int threads,
            @Option(names = "--seconds", defaultValue = "3", description = "How long to measure; 3 by default.")
                    int seconds)
            throws IOException {
        Rules rules = checked(size, seconds);
        rules.atLeast(1, "threads", threads);
        rules.atMost(MOST_THREADS, "threads", threads);
        try (DuplexSocket receiver = Sockets.pair(options());
                DuplexSocket sender = Sockets.pair(options())) {
            String address = meet(receiver.listen(address(transport)), sender::dial);
            Throughput throughput = new Throughput(size);
            throughput.flood(sender, threads);
            ThroughputResult result =
                    throughput.measure(receiver, address, threads, WARM_UP, Duration.ofSeconds(seconds));
            sender.close(Duration.ZERO);
            return print(result, result.text());
        }
    }

    @Command(name = "lat", mixinStandardHelpOptions = true, description = "REQ/REP round trips in this process.")
    int latency(
            @Option(
                            names = "--transport",
                            defaultValue = "tcp",
                            description = "${COMPLETION-CANDIDATES}; tcp by default.")
                    Kind transport,
            @Option(
                            names = "--size",
                            defaultValue = "" + LATENCY_SIZE,
                            description = "Bytes; ${DEFAULT-VALUE} by default.")
                    int size,
            @Option(names = "--seconds", defaultValue = "3", description = "How long to measure; 3 by default.")
                    int seconds)
            throws IOException {
        checked(size, seconds);
        try (var replier = Sockets.rep(options());
                var requester = Sockets.req(options())) {
            String address = meet(replier.listen(address(transport)), requester::dial);
            Latency latency = new Latency(size);
            Thread echo = new Thread(() -> latency.echo(replier, replier, Long.MAX_VALUE), "sp-perf-echo");
            echo.setDaemon(true);
            echo.start();
            LatencyResult result = latency.measure(requester, requester, address, WARM_UP, Duration.ofSeconds(seconds));
            return print(result, result.text());
        }
    }

    @Command(name = "local-thr", mixinStandardHelpOptions = true, description = "Receives messages, and says how fast.")
    int localThroughput(
            @Option(names = "--bind", required = true, description = "Where to listen.") String address,
            @Option(
                            names = "--size",
                            defaultValue = "" + THROUGHPUT_SIZE,
                            description = "Bytes; ${DEFAULT-VALUE} by default.")
                    int size,
            @Option(names = "--count", defaultValue = "1000000", description = "Messages; ${DEFAULT-VALUE} by default.")
                    int count) {
        checked(size, 1).atLeast(2, "count", count);
        try (DuplexSocket socket = Sockets.pair(options())) {
            socket.listen(address);
            ThroughputResult result = new Throughput(size).receive(socket, address, count);
            return print(result, result.text());
        }
    }

    @Command(name = "remote-thr", mixinStandardHelpOptions = true, description = "Sends messages to a local-thr.")
    int remoteThroughput(
            @Option(names = "--connect", required = true, description = "Where to dial.") String address,
            @Option(
                            names = "--size",
                            defaultValue = "" + THROUGHPUT_SIZE,
                            description = "Bytes; ${DEFAULT-VALUE} by default.")
                    int size,
            @Option(names = "--count", defaultValue = "1000000", description = "Messages; ${DEFAULT-VALUE} by default.")
                    int count) {
        checked(size, 1).atLeast(2, "count", count);
        DuplexSocket socket = Sockets.pair(options());
        try {
            socket.dial(address);
            new Throughput(size).send(socket, count);
        } finally {
            socket.close(PATIENCE); // until all is written
        }
        return 0;
    }

    @Command(name = "local-lat", mixinStandardHelpOptions = true, description = "Answers requests of a remote-lat.")
    int localLatency(
            @Option(names = "--bind", required = true, description = "Where to listen.") String address,
            @Option(names = "--count", defaultValue = "100000", description = "Requests; ${DEFAULT-VALUE} by default.")
                    int count) {
        checked(1, 1).atLeast(1, "count", count);
        try (var socket = Sockets.rep(options())) {
            socket.listen(address);
            new Latency(LATENCY_SIZE).echo(socket, socket, count);
        }
        return 0;
    }

    @Command(
            name = "remote-lat",
            mixinStandardHelpOptions = true,
            description = "Asks a local-lat, and says how long it took.")
    int remoteLatency(
            @Option(names = "--connect", required = true, description = "Where to dial.") String address,
            @Option(
                            names = "--size",
                            defaultValue = "" + LATENCY_SIZE,
                            description = "Bytes; ${DEFAULT-VALUE} by default.")
                    int size,
            @Option(names = "--count", defaultValue = "100000", description = "Requests; ${DEFAULT-VALUE} by default.")
                    int count) {
        checked(size, 1).atLeast(1, "count", count);
        try (var socket = Sockets.req(options())) {
            socket.dial(address);
            LatencyResult result = new Latency(size).measure(socket, socket, address, count);
            return print(result, result.text());
        }
    }

    private Rules checked(int size, int seconds) {
        Rules rules = new Rules(spec);
        rules.atLeast(0, "size", size);
        rules.atMost(LARGEST, "size", size);
        rules.atLeast(1, "seconds", seconds);
        rules.atLeast(0, "spin", spinMicros);
        rules.atMost(MICRO, "spin", spinMicros);
        return rules;
    }

    private SocketOptions options() {
        return SocketOptions.defaults().spin(Duration.ofNanos(spinMicros * MICRO));
    }

    private static String address(Kind transport) throws IOException {
        return switch (transport) {
            case INPROC -> "inproc://perf";
            case TCP -> "tcp://127.0.0.1:0";
            case IPC -> {
                Path directory = Files.createTempDirectory("troupe-sp");
                directory.toFile().deleteOnExit();
                yield "ipc://" + directory.resolve("perf.ipc");
            }
        };
    }

    private static String meet(Listener listener, Function<String, Dialer> dialling) {
        dialling.apply(listener.uri()).connected().await(PATIENCE);
        return listener.uri();
    }

    private int print(Record result, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.line(result) : text);
        out.flush();
        return 0;
    }
}
