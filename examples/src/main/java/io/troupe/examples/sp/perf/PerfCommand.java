// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import io.troupe.examples.cli.Rules;
import io.troupe.examples.sp.tls.TlsOptions;
import io.troupe.sp.Sockets;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe sp perf}. */
@Command(
        name = "perf",
        description = {
            "Measures: PAIR throughput (thr) and REQ/REP round trips (lat) between two sockets of this process, or against"
                    + " another process: local-thr receives and local-lat answers, remote-thr sends and remote-lat asks."
                    + " The other process may be the tool of nanomsg or nng that has the same name.",
            "For a first impression; comparisons with others, in the same run and with their spread, are the business of"
                    + " the benchmarks."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured", "1:failed: nobody was there, or left", "2:wrong command line"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe sp perf thr --transport ipc --size 65536 --threads 2",
            "  troupe sp perf lat --transport tcp --json",
            "  troupe sp perf local-thr --bind tcp://127.0.0.1:5555 --count 1000000",
            "  troupe sp perf remote-thr --connect tcp://127.0.0.1:5555 --count 1000000"
        })
public final class PerfCommand implements Callable<Integer> {
    private static final double LONGEST_WARM_UP = 1.5;
    /** A partner that takes nothing for so long during a measurement counts as gone. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private static final int LATENCY_SIZE = 111;
    private static final int THROUGHPUT_SIZE = 4096;
    private static final int MOST_THREADS = 1024;
    private static final int MOST_SECONDS = 86_400;
    private static final double NANOS = 1e9;
    private static final String TRANSPORT = "${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} by default.";
    private static final String SIZE = "Bytes; ${DEFAULT-VALUE} by default.";
    private static final String SECONDS =
            "How long to measure, after a warm-up of half the time (1.5 s at most); ${DEFAULT-VALUE} by default.";
    private static final String REQ_REP = "REQ/REP";
    private static final String PROTOCOL =
            "${COMPLETION-CANDIDATES}, the same on both sides; ${DEFAULT-VALUE} by default, like"
                    + " the tools of nanomsg and nng.";
    private static final String COUNT = "Messages, the same on both sides; ${DEFAULT-VALUE} by default.";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

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
            @Mixin Run run,
            @Option(names = "--transport", paramLabel = "KIND", defaultValue = "tcp", description = TRANSPORT)
                    Place.Kind transport,
            @Option(names = "--size", paramLabel = "BYTES", defaultValue = "" + THROUGHPUT_SIZE, description = SIZE)
                    int size,
            @Option(
                            names = "--threads",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "Threads that send; 1 by default.")
                    int threads,
            @Option(names = "--seconds", paramLabel = "N", defaultValue = "3", description = SECONDS) double seconds)
            throws IOException, InterruptedException {
        Rules rules = run.rules(size);
        Duration time = time(rules, seconds);
        rules.atLeast(1, "threads", threads);
        rules.atMost(MOST_THREADS, "threads", threads);
        Throughput throughput = new Throughput(size);
        Duration warmUp = warmUp(seconds);
        try (Place place = Place.of(transport);
                DuplexSocket receiver = Sockets.pair(place.on(run.options()));
                DuplexSocket sender = Sockets.pair(place.on(run.options()));
                Progress progress = Progress.of(throughput::through, warmUp.plus(time), run.err())) {
            String address = run.listen(receiver, place.uri());
            run.dial(sender, address);
            throughput.flood(sender, threads);
            ThroughputResult result = run.measure(() -> throughput.measure(receiver, address, threads, warmUp, time));
            progress.end();
            sender.close(Duration.ZERO);
            return run.print(result, result.text());
        }
    }

    private static Duration time(Rules rules, double seconds) {
        if (!(seconds > 0 && seconds <= MOST_SECONDS)) { // not a number, either
            throw rules.broken("seconds must be more than 0, and at most " + MOST_SECONDS + ": seconds=" + seconds);
        }
        return Duration.ofNanos((long) (seconds * NANOS));
    }

    private static Duration warmUp(double seconds) {
        return Duration.ofNanos((long) (Math.min(LONGEST_WARM_UP, seconds / 2) * NANOS));
    }

    /** Protocol of round trips. */
    enum Asking {
        /** One socket on each side, as the tools of nanomsg and nng. */
        PAIR,
        /** Requests and replies. */
        REQ;

        /** As it is written on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        private String text() {
            return this == PAIR ? "PAIR" : REQ_REP;
        }
    }

    @Command(name = "lat", mixinStandardHelpOptions = true, description = "REQ/REP round trips in this process.")
    int latency(
            @Mixin Run run,
            @Option(names = "--transport", paramLabel = "KIND", defaultValue = "tcp", description = TRANSPORT)
                    Place.Kind transport,
            @Option(names = "--size", paramLabel = "BYTES", defaultValue = "" + LATENCY_SIZE, description = SIZE)
                    int size,
            @Option(names = "--seconds", paramLabel = "N", defaultValue = "3", description = SECONDS) double seconds)
            throws IOException, InterruptedException {
        Duration time = time(run.rules(size), seconds);
        Duration warmUp = warmUp(seconds);
        Latency latency = new Latency(REQ_REP, size);
        try (Place place = Place.of(transport);
                var replier = Sockets.rep(place.on(run.options()));
                var requester = Sockets.req(place.on(run.options()));
                Progress progress = Progress.of(latency::through, warmUp.plus(time), run.err())) {
            String address = run.listen(replier, place.uri());
            run.dial(requester, address);
            Thread echo = new Thread(() -> latency.echo(replier, replier), "sp-perf-echo");
            echo.setDaemon(true);
            echo.start();
            LatencyResult result = run.measure(() -> latency.measure(requester, requester, address, warmUp, time));
            progress.end();
            return run.print(result, result.text());
        }
    }

    @Command(name = "local-thr", mixinStandardHelpOptions = true, description = "Receives messages, and says how fast.")
    int localThroughput(
            @Mixin Run run,
            @Mixin TlsOptions tls,
            @Option(names = "--bind", paramLabel = "URI", required = true, description = "Where to listen.") String uri,
            @Option(
                            names = "--size",
                            paramLabel = "BYTES",
                            defaultValue = "" + THROUGHPUT_SIZE,
                            description = "Bytes, as the sender says.")
                    int size,
            @Option(names = "--count", paramLabel = "N", defaultValue = "1000000", description = COUNT) int count)
            throws InterruptedException {
        run.rules(size).atLeast(1, "count", count);
        Throughput throughput = new Throughput(size);
        try (DuplexSocket socket = Sockets.pair(run.options(tls, List.of(uri)));
                Progress progress = Progress.of(throughput::through, count, run.err())) {
            String address = run.listen(socket, uri);
            ThroughputResult result = run.measure(() -> throughput.receive(socket, address, count));
            progress.end();
            return run.print(result, result.text());
        }
    }

    @Command(name = "remote-thr", mixinStandardHelpOptions = true, description = "Sends messages to a local-thr.")
    int remoteThroughput(
            @Mixin Run run,
            @Mixin TlsOptions tls,
            @Option(names = "--connect", paramLabel = "URI", required = true, description = "Where to dial.")
                    String uri,
            @Option(names = "--size", paramLabel = "BYTES", defaultValue = "" + THROUGHPUT_SIZE, description = SIZE)
                    int size,
            @Option(names = "--count", paramLabel = "N", defaultValue = "1000000", description = COUNT) int count)
            throws InterruptedException {
        run.rules(size).atLeast(1, "count", count);
        Throughput throughput = new Throughput(size);
        try (DuplexSocket socket = Sockets.pair(run.options(tls, List.of()).toBuilder()
                        .sendTimeout(SILENCE)
                        .build());
                Progress progress = Progress.of(throughput::through, count, run.err())) {
            run.dial(socket, uri);
            long start = System.nanoTime();
            double seconds = run.measure(() -> {
                throughput.send(socket, count);
                socket.close(SILENCE); // until all is written
                return (System.nanoTime() - start) / NANOS;
            });
            progress.end();
            Done done = new Done(uri, "messages sent", count, seconds);
            return run.print(done, done.text());
        }
    }

    @Command(name = "local-lat", mixinStandardHelpOptions = true, description = "Answers requests of a remote-lat.")
    int localLatency(
            @Mixin Run run,
            @Mixin TlsOptions tls,
            @Option(names = "--protocol", paramLabel = "KIND", defaultValue = "pair", description = PROTOCOL)
                    Asking protocol,
            @Option(names = "--bind", paramLabel = "URI", required = true, description = "Where to listen.") String uri,
            @Option(names = "--count", paramLabel = "N", defaultValue = "100000", description = COUNT) int count)
            throws InterruptedException {
        run.rules(0).atLeast(1, "count", count);
        Latency latency = new Latency(protocol.text(), LATENCY_SIZE);
        SocketOptions options = run.options(tls, List.of(uri));
        try (DuplexSocket socket = protocol == Asking.PAIR ? Sockets.pair(options) : Sockets.rep(options);
                Progress progress = Progress.of(latency::through, count, run.err())) {
            String address = run.listen(socket, uri);
            double seconds = run.measure(() -> latency.echo(socket, socket, count));
            socket.close(SILENCE); // until the last answer is written
            progress.end();
            Done done = new Done(address, "requests answered", count, seconds);
            return run.print(done, done.text());
        }
    }

    @Command(
            name = "remote-lat",
            mixinStandardHelpOptions = true,
            description = "Asks a local-lat, and says how long it took.")
    int remoteLatency(
            @Mixin Run run,
            @Mixin TlsOptions tls,
            @Option(names = "--protocol", paramLabel = "KIND", defaultValue = "pair", description = PROTOCOL)
                    Asking protocol,
            @Option(names = "--connect", paramLabel = "URI", required = true, description = "Where to dial.")
                    String uri,
            @Option(names = "--size", paramLabel = "BYTES", defaultValue = "" + LATENCY_SIZE, description = SIZE)
                    int size,
            @Option(names = "--count", paramLabel = "N", defaultValue = "100000", description = COUNT) int count)
            throws InterruptedException {
        Rules rules = run.rules(size);
        rules.atLeast(1, "count", count);
        rules.atMost(Latency.MOST, "count", count);
        Latency latency = new Latency(protocol.text(), size);
        SocketOptions options = run.options(tls, List.of()).toBuilder()
                .receiveTimeout(SILENCE)
                .sendTimeout(SILENCE)
                .build();
        try (DuplexSocket socket = protocol == Asking.PAIR ? Sockets.pair(options) : Sockets.req(options);
                Progress progress = Progress.of(latency::through, count, run.err())) {
            run.dial(socket, uri);
            LatencyResult result = run.measure(() -> latency.measure(socket, socket, uri, count));
            progress.end();
            return run.print(result, result.text());
        }
    }
}
