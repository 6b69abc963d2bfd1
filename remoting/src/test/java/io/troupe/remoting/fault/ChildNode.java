// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import io.troupe.core.ActorSystem;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.LinkLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another process of the same class path: serves a ledger, or sends traffic to one. Ended with its parent. */
final class ChildNode implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(30);
    static final LinkLimits LIMITS =
            LinkLimits.defaults().sendQueue(1024).memory(1 << 20).heartbeat(Duration.ofMillis(200));

    private final Process process;
    private final BufferedReader out;

    private ChildNode(List<String> prefix, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ChildNode.class.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Serves a ledger. */
    static ChildNode server(int port) throws IOException {
        return server(List.of(), port);
    }

    /** The same by a command that begins it, for example in a network of its own. */
    static ChildNode server(List<String> prefix, int port) throws IOException {
        return new ChildNode(prefix, "server", Integer.toString(port));
    }

    /** Sends to a ledger until it is told to stop. */
    static ChildNode client(int port) throws IOException {
        return client(List.of(), port);
    }

    /** The same by a command that begins it. */
    static ChildNode client(List<String> prefix, int port) throws IOException {
        return new ChildNode(prefix, "client", Integer.toString(port));
    }

    /** The next thing it says; null: it has ended. */
    String line() throws IOException {
        return out.readLine();
    }

    /** The port it listens on. */
    int port() throws IOException {
        String line = line();
        if (line == null) {
            throw new AssertionError("the other process must begin: exit=" + exit());
        }
        return Integer.parseInt(line);
    }

    /** Sends a signal by its name. */
    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("a process of this test must be there: signal=" + name);
        }
    }

    private int exit() {
        try {
            return process.waitFor(5, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    /** Asks it to stop; returns the last thing it says. */
    String stop() throws IOException {
        process.getOutputStream().close();
        String last = "";
        for (String line = line(); line != null; line = line()) {
            last = line;
        }
        return last;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        exit();
    }

    // ---- over there ----------------------------------------------------------------------------------------------

    /** {@code server PORT} or {@code client PORT}. */
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[1]);
        try (ActorSystem system = ActorSystem.start(arguments[0])) {
            Remoting remoting = Remoting.on(system, RemotingConfig.production().limits(LIMITS));
            if (arguments[0].equals("server")) {
                serve(system, remoting, port);
            } else {
                send(remoting, port);
            }
        }
    }

    private static void serve(ActorSystem system, Remoting remoting, int port) throws IOException {
        remoting.expose("ledger", system.spawn(Ledger.class, Ledger::new));
        String address = remoting.listen("tcp://127.0.0.1:" + port)
                .await(LIMIT)
                .address()
                .toString();
        System.out.println(Address.parse(address).port());
        awaitEnd();
    }

    private static void send(Remoting remoting, int port) throws IOException {
        Ledger ledger = remoting.connect("tcp://127.0.0.1:" + port).await(LIMIT).lookup("ledger", Ledger.class);
        Traffic traffic = Traffic.to(ledger);
        try (traffic) {
            traffic.awaitAnswers(10);
            System.out.println("sending");
            awaitEnd();
        }
        System.out.println(traffic.wrong() + " wrong, " + traffic.failed() + " failed");
    }

    /** Until the parent closes the pipe, or has gone. */
    private static void awaitEnd() throws IOException {
        while (System.in.read() >= 0) {
            // nothing is said
        }
    }
}
