// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A process in which tests open nng sockets and drive them step by step; several sockets share it. Any thread may use
 * it; commands of two threads run at the same time. A command that nng refuses throws {@link Refused}.
 */
public final class Pynng implements AutoCloseable {
    private final PeerProcess process;
    private final AtomicInteger commands = new AtomicInteger();

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

    private Pynng(PeerProcess process) {
        this.process = process;
    }

    /** Starts the process, or skips or fails the test when pynng is missing. */
    public static Pynng start() {
        Peer.PYNNG.require();
        List<String> line = new ArrayList<>(Peer.PYNNG.command());
        line.add("--commands");
        return new Pynng(PeerProcess.start(line, List.of()));
    }

    /** Opens a socket. It redials every 50 ms. */
    public PynngSocket open(Role role) {
        return new PynngSocket(this, command("open", role.word()));
    }

    /** Opens a raw socket, for {@link #device}. */
    public PynngSocket openRaw(Role role) {
        return new PynngSocket(this, command("open", role.word(), "raw"));
    }

    /** Opens a PAIR1 socket that has many peers at once. */
    public PynngSocket openPolyamorous() {
        return new PynngSocket(this, command("open", "pair1", "poly"));
    }

    /** Forwards between two raw sockets until the process ends; one socket twice reflects. */
    public void device(PynngSocket one, PynngSocket other) {
        command("device", one.number(), other.number());
    }

    /** The process, to pause or kill it or to see what it printed. */
    public PeerProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }

    /** Runs a command and waits for its answer: the words after "ok". */
    String command(String... words) {
        return command(PeerProcess.PATIENCE, words);
    }

    String command(Duration patience, String... words) {
        String number = Integer.toString(commands.incrementAndGet());
        // The answer cannot be among the lines that are there already.
        int from = process.lines().size();
        process.write(number + " " + String.join(" ", words));
        String answer = process.awaitLine(from, line -> line.startsWith(number + " "), patience);
        String rest = answer.substring(number.length() + 1);
        if (!rest.startsWith("ok")) {
            throw new Refused(String.join(" ", words), rest.substring("error ".length()));
        }
        return rest.substring("ok".length()).trim();
    }

    String awaitLine(Predicate<String> condition) {
        return process.awaitLine(condition, PeerProcess.PATIENCE);
    }
}
