// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.core.error.CallTimeoutException;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.sp.tls.TlsOptions;
import io.troupe.sp.Device;
import io.troupe.sp.Devices;
import io.troupe.sp.Sockets;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe sp forward}. */
@Command(
        name = "forward",
        description = {
            "A device: passes messages on between those at its front, who ask, publish or push, and those at its back, who answer,"
                    + " subscribe or pull.",
            "Answers go back the way their requests came. Runs until Ctrl-C."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe sp forward req --front-bind tcp://*:5555 --back-bind tcp://*:5556",
            "  troupe sp forward pub --front-connect tcp://news:5555 --back-bind ws://*:8080/news"
        })
public final class ForwardCommand implements Callable<Integer> {
    private static final Duration GLANCE = Duration.ofMillis(50);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(
            paramLabel = "KIND",
            description = "What those at the front are, or both sides alike: ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Kind kind;

    @Option(names = "--front-bind", paramLabel = "URI", description = "Listen there for those at the front.")
    private List<String> frontBind = List.of();

    @Option(names = "--front-connect", paramLabel = "URI", description = "Dial those at the front there.")
    private List<String> frontConnect = List.of();

    @Option(names = "--back-bind", paramLabel = "URI", description = "Listen there for those at the back.")
    private List<String> backBind = List.of();

    @Option(names = "--back-connect", paramLabel = "URI", description = "Dial those at the back there.")
    private List<String> backConnect = List.of();

    @Option(names = "--ttl", paramLabel = "N", description = "Most hops of messages (default: 8).")
    private @Nullable Integer ttl;

    @Option(
            names = {"-Z", "--max-size", "--recv-maxsz"},
            paramLabel = "BYTES",
            description = "Largest message to pass on (default: 1 MiB; 0: any).")
    private @Nullable Integer maxSize;

    @Option(
            names = {"-n", "-C", "--count"},
            paramLabel = "N",
            description = "End after so many messages, both directions together.")
    private @Nullable Long count;

    @Option(names = "--json", description = "At the end how much was passed on, as a JSON object on one line.")
    private boolean json;

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    /** The two protocols of the device. */
    enum Kind {
        REQ(Protocol.REP, Protocol.REQ),
        SURVEYOR(Protocol.RESPONDENT, Protocol.SURVEYOR),
        PUB(Protocol.SUB, Protocol.PUB),
        PUSH(Protocol.PULL, Protocol.PUSH),
        PAIR(Protocol.PAIR0, Protocol.PAIR0),
        PAIR1(Protocol.PAIR1, Protocol.PAIR1),
        BUS(Protocol.BUS, Protocol.BUS);

        private final Protocol front;
        private final Protocol back;

        Kind(Protocol front, Protocol back) {
            this.front = front;
            this.back = back;
        }

        /** As it is written on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The output of {@code --json}. */
    record Forwarded(long forwarded, long failed) {}

    /** For picocli. */
    public ForwardCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        SocketOptions options = checked();
        DuplexSocket front = Sockets.raw(kind.front, options);
        DuplexSocket back = Sockets.raw(kind.back, options);
        Device device = Devices.forward(front, back); // it closes them
        Interrupt interrupt = Interrupt.on(device::close);
        try {
            forward(device, front, back);
            print(device);
        } finally {
            interrupt.done();
        }
        return 0;
    }

    private void forward(Device device, SpSocket front, SpSocket back) {
        try (device) {
            join(front, frontBind, frontConnect);
            join(back, backBind, backConnect);
            awaitEnd(device);
        }
    }

    private SocketOptions checked() {
        Rules rules = new Rules(spec);
        if (frontBind.isEmpty() && frontConnect.isEmpty()) {
            throw rules.broken("an address is needed at the front: give --front-bind or --front-connect");
        }
        if (backBind.isEmpty() && backConnect.isEmpty()) {
            throw rules.broken("an address is needed at the back: give --back-bind or --back-connect");
        }
        if (count != null) {
            rules.atLeast(1, "count", count);
        }
        tls.check(rules, frontBind);
        tls.check(rules, backBind);
        try {
            SocketOptions.Builder options = SocketOptions.builder();
            if (maxSize != null) {
                options.maxReceiveSize(maxSize);
            }
            if (ttl != null) {
                options.ttl(ttl);
            }
            return tls.on(options.build());
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private void join(SpSocket socket, List<String> listening, List<String> dialling) {
        try {
            for (String uri : listening) {
                String bound = socket.listen(uri).uri();
                if (!bound.equals(uri)) { // or nobody would know the port
                    spec.commandLine().getErr().println(spec.qualifiedName() + ": listening on " + bound);
                }
            }
            dialling.forEach(socket::dial);
        } catch (SpException e) {
            if (e.reason() == SpError.ADDRESS_INVALID || e.reason() == SpError.NOT_TRUSTED) {
                throw new Rules(spec).broken(e);
            }
            throw e;
        }
    }

    private void awaitEnd(Device device) {
        while (count == null || device.forwarded() < count) {
            try {
                device.ended().await(GLANCE);
                return;
            } catch (CallTimeoutException e) {
                // it runs
            }
        }
    }

    private void print(Device device) {
        if (json) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(Json.line(new Forwarded(device.forwarded(), device.failed())));
            out.flush();
        }
    }
}
