// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.cluster.stack.Store;
import io.troupe.bench.process.Child;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A server of PostgreSQL from the package of the distribution, with settings as they come, on a free port of the loopback
 * interface, with a folder of its own. A shell ends it and removes the folder when this process ends in any way. One thread.
 */
final class PostgresServer implements AutoCloseable {
    private static final List<String> PLACES = List.of("/usr/lib/postgresql", "/usr/local/lib/postgresql");
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String READY = "LOG:  database system is ready";

    /** Its first argument is the folder, the second the port, the third where the programs are. */
    private static final String SCRIPT =
            """
            "$3/initdb" -D "$1/data" -U troupe -A trust -N >"$1/made" 2>&1 || { echo "ERROR initdb: $(tail -n 1 "$1/made")"; exit 1; }
            "$3/postgres" -D "$1/data" -p "$2" -k "$1" -c listen_addresses=127.0.0.1 -c log_line_prefix= &
            server=$!
            trap : HUP INT TERM
            read -r end
            kill -QUIT $server
            wait $server
            rm -rf "$1"
            """;

    private final Child shell;
    private final int port;
    private int databases;

    private PostgresServer(Child shell, int port) {
        this.shell = shell;
        this.port = port;
    }

    /** Whether there is one to be started. */
    static boolean isInstalled() throws IOException {
        return programs().isPresent();
    }

    /**
     * Starts one.
     *
     * @throws IllegalStateException if it does not start
     */
    static PostgresServer start() throws IOException, InterruptedException {
        Path programs = programs().orElseThrow(() -> new IllegalStateException("PostgreSQL must be installed"));
        Path folder = Files.createTempDirectory("troupe-postgres");
        int port = freePort();
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) { // as whom it refuses to run
            new ProcessBuilder("chown", "postgres", folder.toString()).start().waitFor();
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        command.addAll(List.of(
                "sh", "-c", SCRIPT, "postgres", folder.toString(), Integer.toString(port), programs.toString()));
        Child shell = Child.start("postgres", command);
        shell.await(READY, LIMIT);
        return new PostgresServer(shell, port);
    }

    /** Makes an empty database. */
    Store create() {
        databases++;
        run("create database d" + databases);
        return store("d" + databases);
    }

    /** Removes a database, whoever still uses it. */
    void drop(Store store) {
        String name = store.url().replaceAll(".*/", "").replaceAll("\\?.*", "");
        run("drop database " + name + " with (force)");
    }

    private void run(String statement) {
        try {
            store("postgres").run(List.of(statement));
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL must obey: statement=" + statement + ", cause=" + e, e);
        }
    }

    private Store store(String database) {
        return new Store("jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=troupe&connectTimeout=5");
    }

    @Override
    public void close() {
        shell.close();
    }

    private static Optional<Path> programs() throws IOException {
        for (String place : PLACES) {
            if (Files.isDirectory(Path.of(place))) {
                try (Stream<Path> versions = Files.list(Path.of(place))) {
                    Optional<Path> newest = versions.map(version -> version.resolve("bin"))
                            .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                            .max(Comparator.naturalOrder());
                    if (newest.isPresent()) {
                        return newest;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
