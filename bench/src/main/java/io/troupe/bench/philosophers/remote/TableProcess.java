// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.process.Child;
import io.troupe.bench.remoting.measure.ServerMain;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The process with the table, see {@link TableMain}. It has this one's heap, collector and number of workers. It ends when it
 * is closed, or when this process does. One thread.
 */
final class TableProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** What the table's virtual machine has in common with this one; most other options are for one process only. */
    private static final List<String> SHARED =
            List.of("-Xms", "-Xmx", "-XX:+AlwaysPreTouch", "-XX:+Use", "-Dbench.", "-Djava.util.concurrent.");

    private final Child child;
    private final int port;

    private TableProcess(Child child, int port) {
        this.child = child;
        this.port = port;
    }

    /**
     * Starts a table and waits until it listens.
     *
     * @param arguments see {@link TableMain}
     * @throws IllegalStateException if it does not; says why
     */
    static TableProcess start(List<String> arguments) {
        List<String> program = new ArrayList<>(arguments);
        program.add(0, TableMain.class.getName());
        Child child = Child.start("table", options().toList(), program);
        try {
            return new TableProcess(child, Integer.parseInt(child.await(ServerMain.PORT, LIMIT)));
        } catch (InterruptedException e) {
            child.close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the table was laid", e);
        } catch (RuntimeException e) {
            child.close();
            throw e;
        }
    }

    private static Stream<String> options() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> SHARED.stream().anyMatch(option::startsWith));
    }

    int port() {
        return port;
    }

    boolean alive() {
        return child.alive();
    }

    @Override
    public void close() {
        child.close();
    }
}
