// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import io.troupe.core.error.CallTimeoutException;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.sp.tls.TlsOptions;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The common part of all measurements: options, rules, the connection, and printing. */
final class Run {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MICRO = 1000;
    /** With its header it must be within the receive limit. */
    private static final int LARGEST = SocketOptions.defaults().maxReceiveSize() - 64;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Option(names = "--json", description = "The result as a JSON object on one line.")
    private boolean json;

    @Option(
            names = "--spin",
            paramLabel = "US",
            description = "How many microseconds a waiting thread polls before it sleeps, 0 to 1000 (default: 50).")
    private long spinMicros = SocketOptions.defaults().spin().toNanos() / MICRO;

    /** Checks what all have. */
    Rules rules(int size) {
        Rules rules = new Rules(spec);
        rules.atLeast(0, "size", size);
        rules.atMost(LARGEST, "size", size);
        rules.atLeast(0, "spin", spinMicros);
        rules.atMost(MICRO, "spin", spinMicros);
        return rules;
    }

    /** For the sockets. */
    SocketOptions options() {
        return SocketOptions.builder()
                .spin(Duration.ofNanos(spinMicros * MICRO))
                .build();
    }

    /** For a socket that listens there, or dials. */
    SocketOptions options(TlsOptions tls, List<String> listening) {
        Rules rules = new Rules(spec);
        tls.check(rules, listening);
        try {
            return tls.on(options());
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    /** Listens. An address that cannot be right is the fault of the command line. */
    String listen(SpSocket socket, String uri) {
        try {
            return socket.listen(uri).uri();
        } catch (SpException e) {
            throw isOfCommandLine(e) ? new Rules(spec).broken(e) : e;
        }
    }

    /** Dials, and waits until it is connected. */
    void dial(SpSocket socket, String uri) {
        SocketDialer dialer;
        try {
            dialer = socket.dial(uri);
        } catch (SpException e) {
            throw isOfCommandLine(e) ? new Rules(spec).broken(e) : e;
        }
        try {
            dialer.connected().await(PATIENCE);
        } catch (CallTimeoutException e) {
            String cause = dialer.lastError().map(Throwable::getMessage).orElse("no answer");
            throw new SpException(
                    SpError.TIMED_OUT, "nobody was there in time: seconds=" + PATIENCE.toSeconds() + "; " + cause, e);
        }
    }

    private static boolean isOfCommandLine(SpException e) {
        return e.reason() == SpError.ADDRESS_INVALID || e.reason() == SpError.NOT_TRUSTED;
    }

    /** For progress. */
    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Measures; if the process is told to end meanwhile, it says so and that there is no result. */
    <T> T measure(Interrupt.Work<T, RuntimeException> work) throws InterruptedException {
        return Interrupt.untilResult(spec, work);
    }

    /** Prints the result. */
    int print(Record result, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.line(result) : text);
        out.flush();
        return 0;
    }
}
