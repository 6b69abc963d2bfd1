// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * A server of PostgreSQL from the package of the distribution, on a free port, with a data folder of its own. Root starts
 * it as another user, as it refuses to run as root. With {@code -Dpostgres=required} a test fails without it, else it is skipped.
 */
@SuppressWarnings("try") // closing may be interrupted
public final class PostgresServer implements AutoCloseable {
    private static final List<String> PLACES = List.of("/usr/lib/postgresql", "/usr/local/lib/postgresql");

    private final Path programs;
    private final Path folder;
    private final int port;

    private PostgresServer(Path programs, Path folder, int port) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
    }

    /** Starts one. */
    public static PostgresServer start() throws Exception {
        Path programs = programs();
        if ("required".equals(System.getProperty("postgres"))) {
            assertThat(programs)
                    .as("PostgreSQL must be installed, .ci/postgres does it")
                    .isNotNull();
        }
        assumeTrue(programs != null, "PostgreSQL is not installed, .ci/postgres does it");
        Path folder = Files.createTempDirectory("troupe-postgres");
        PostgresServer server = new PostgresServer(programs, folder, freePort());
        if (isRoot()) {
            server.run(List.of("chown", "postgres", folder.toString()));
        }
        server.run(
                server.asUser("initdb", "-D", folder.resolve("data").toString(), "-U", "troupe", "-A", "trust", "-N"));
        server.startAgain();
        return server;
    }

    /** Starts the server, which does not run. */
    public void startAgain() throws Exception {
        run(asUser(
                "pg_ctl",
                "-D",
                data(),
                "-l",
                folder.resolve("log").toString(),
                "-w",
                "-o",
                "-p " + port + " -k " + folder + " -c listen_addresses=127.0.0.1",
                "start"));
    }

    /** Ends the server at once, as a crash would. */
    public void crash() throws Exception {
        run(asUser("pg_ctl", "-D", data(), "-w", "-m", "immediate", "stop"));
    }

    /** Removes all tables, whoever has made them. */
    public void clear() throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("drop schema public cascade");
            statement.execute("create schema public");
        }
    }

    /** Where it is. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=troupe&connectTimeout=2";
    }

    /** Connections without a pool. */
    public DataSource dataSource() {
        return dataSource(url());
    }

    /** Connections without a pool, to any database. */
    public static DataSource dataSource(String url) {
        return (DataSource) Proxy.newProxyInstance(
                PostgresServer.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        return DriverManager.getConnection(url);
                    }
                    throw new UnsupportedOperationException(method.toString());
                });
    }

    /** Ends the server and removes its data. */
    @Override
    public void close() throws Exception {
        crash();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private List<String> asUser(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private void run(List<String> command) throws Exception {
        Path output = Files.createTempFile("troupe-postgres", ".out"); // no pipe: the server would keep it open
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int code = process.waitFor();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        Files.delete(output);
        assertThat(code).as(command + "\n" + text).isZero();
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** The programs of the newest version, or null. */
    private static Path programs() throws IOException {
        for (String place : PLACES) {
            if (Files.isDirectory(Path.of(place))) {
                try (Stream<Path> versions = Files.list(Path.of(place))) {
                    Path newest = versions.map(version -> version.resolve("bin"))
                            .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                            .max(Comparator.naturalOrder())
                            .orElse(null);
                    if (newest != null) {
                        return newest;
                    }
                }
            }
        }
        return null;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
