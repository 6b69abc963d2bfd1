// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A process in which tests open nng sockets and drive them step by step; several sockets share it. Any thread may use
 * it; commands of two threads run at the same time. A command that nng refuses throws {@link Refused}.
 *
 * <p>When nng has panicked, the next socket is opened in a new process, see {@link PanicRetry}; older sockets stay lost.
 */
public final class Pynng implements AutoCloseable {
    private final Supplier<PeerProcess> starter;
    private final AtomicInteger commands = new AtomicInteger();
    private PeerProcess process; // guarded by this

    /** nng refused a command, or it took too long. */
    @SuppressWarnings("serial")
    public static final class Refused extends RuntimeException {
        private final String error;

        Refused(String command, String answer) {
            super("nng must accept a command: command=" + command + ", answer=" + answer);
            this.error = answer.split(" ", 2)[0];
        }

        /** The class of the error in Python: {@code TimeoutError}, {@code BadState}, {@code Closed} and so on. */
        public String error() {
            return error;
        }
    }

    /** Driven by the lines of any process that knows the language of the script. */
    Pynng(Supplier<PeerProcess> starter) {
        this.starter = starter;
        this.process = starter.get();
    }

    /** Starts the process, or skips or fails the test when pynng is missing. */
    public static Pynng start() {
        Peer.PYNNG.require();
        List<String> line = new ArrayList<>(Peer.PYNNG.command());
        line.add("--commands");
        return new Pynng(() -> PeerProcess.start(line, List.of()));
    }

    /** Opens a socket. It redials every 50 ms. */
    public PynngSocket open(Role role) {
        return opened(role.word());
    }

    /** Opens a raw socket, for {@link #device}. */
    public PynngSocket openRaw(Role role) {
        return opened(role.word(), "raw");
    }

    /** Opens a PAIR1 socket that has many peers at once. */
    public PynngSocket openPolyamorous() {
        return opened("pair1", "poly");
    }

    private PynngSocket opened(String... words) {
        PeerProcess own = living();
        PanicRetry.uses(own);
        return new PynngSocket(this, own, command(own, "open " + String.join(" ", words)));
    }

    /** The process, or a new one when it died of nng's own bug; one that ended in any other way stays what it is. */
    private synchronized PeerProcess living() {
        if (process.hasPanicked()) {
            process.close();
            process = starter.get();
        }
        return process;
    }

    /** Forwards between two raw sockets until the process ends; one socket twice reflects. */
    public void device(PynngSocket one, PynngSocket other) {
        one.command("device", one.number(), other.number());
    }

    /** The process, to pause or kill it or to see what it printed. */
    public synchronized PeerProcess process() {
        return process;
    }

    @Override
    public void close() {
        process().close();
    }

    /** Runs a command and waits for its answer: the words after "ok". */
    String command(PeerProcess own, String command) {
        return command(own, PeerProcess.PATIENCE, command);
    }

    String command(PeerProcess own, Duration patience, String command) {
        String number = Integer.toString(commands.incrementAndGet());
        // The answer cannot be among the lines that are there already.
        int from = own.lines().size();
        own.write(number + " " + command);
        String answer = own.awaitLine(from, line -> line.startsWith(number + " "), patience);
        String rest = answer.substring(number.length() + 1);
        if (!rest.startsWith("ok")) {
            throw new Refused(command, rest.substring("error ".length()));
        }
        return rest.substring("ok".length()).trim();
    }
}
