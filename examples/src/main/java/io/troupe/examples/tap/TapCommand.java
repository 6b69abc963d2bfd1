// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.tap;

import io.troupe.core.error.LinkRefusedException;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Rules;
import io.troupe.net.transport.Address;
import io.troupe.remoting.tap.Tap;
import io.troupe.remoting.tap.TappedFrame;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe tap}. */
@Command(
        name = "tap",
        description = {
            "Stands between a process that listens and those that dial it, and prints every frame of both directions as one"
                    + " line of JSON, whatever the encoding of the link: '>' is from the dialler, '<' from the acceptor.",
            "Runs until Ctrl-C, until the time of --seconds is over, or until nobody reads its output any more."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the time of --seconds is over, or nobody reads its output any more",
            "1:cannot listen",
            "2:wrong command line",
            "130:ended by Ctrl-C",
            "143:ended by the signal TERM"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe tap tcp://127.0.0.1:7000",
            "  troupe tap tcp://127.0.0.1:7000 --listen tcp://127.0.0.1:7001 |",
            "      jq -c '[.from, .frame, .method]'"
        })
public final class TapCommand implements Callable<Integer> {
    private static final int LAST_PORT = 65_535;

    @Parameters(paramLabel = "ADDRESS", description = "Where the process listens: tcp://host:port or ipc:///path.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String target;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description = "Where others dial instead (default: the port above that of ADDRESS, on this machine).")
    private @Nullable String listen;

    @Option(names = "--seconds", paramLabel = "N", description = "End after this time.")
    private @Nullable Integer seconds;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    private final CountDownLatch over = new CountDownLatch(1);

    /** For picocli. */
    public TapCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(1, "seconds", seconds == null ? 1 : seconds);
        listenIn(rules).done();
        return 0;
    }

    private Interrupt listenIn(Rules rules) throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        try (Tap tap = open(rules)) {
            Interrupt interrupt = Interrupt.on(over::countDown);
            err.println("listening on " + tap.address() + " for " + target + ", Ctrl-C ends it");
            err.flush();
            long patience = seconds == null ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(seconds);
            over.await(patience, TimeUnit.NANOSECONDS); // either way it is over
            return interrupt;
        }
    }

    private Tap open(Rules rules) {
        try {
            Address to = Address.parse(target);
            if (to.scheme() == Address.Scheme.INPROC) {
                throw rules.broken("a tap stands between processes: address=" + to);
            }
            if (to.scheme() != Address.Scheme.IPC && to.port() == 0) {
                throw rules.broken("the port must be that of a process that listens: address=" + to);
            }
            if (listen == null && to.port() == LAST_PORT) {
                throw rules.broken("there is no port above that of the process: address=" + to + "; give --listen");
            }
            Address from = listen == null ? beside(to) : Address.parse(listen);
            if (!from.isLocal()) {
                throw rules.broken("a tap must not be reachable from other machines: listen=" + from);
            }
            if (from.equals(to)) {
                throw rules.broken("a tap must listen beside the process: listen=" + from + ", address=" + to);
            }
            return open(from, to);
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private Tap open(Address from, Address to) {
        try {
            return Tap.open(from, to, this::print);
        } catch (IOException e) {
            throw new LinkRefusedException("cannot listen: address=" + from + ", cause=" + e.getMessage(), e);
        }
    }

    private static Address beside(Address target) {
        return target.scheme() == Address.Scheme.IPC
                ? Address.parse(target + ".tap")
                : Address.parse("tcp://127.0.0.1:" + (target.port() + 1));
    }

    private void print(TappedFrame frame) {
        PrintWriter out = spec.commandLine().getOut();
        synchronized (out) {
            out.println(frame.toJson());
            if (out.checkError()) { // flushes; nobody reads any more
                over.countDown();
            }
        }
    }
}
