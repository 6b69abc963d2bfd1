// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Three servers of etcd from the package of the distribution, on free ports of the loopback interface, with data folders of
 * their own. With {@code -Detcd=required} a test fails without the program, else it is skipped.
 */
@SuppressWarnings("try") // closing may be interrupted
final class EtcdServers implements AutoCloseable {
    private static final int COUNT = 3;

    private final String program;
    private final Path folder;
    private final String token = UUID.randomUUID().toString();
    private final List<Integer> clientPorts;
    private final List<Integer> peerPorts;
    private final List<Process> processes = new ArrayList<>();

    private EtcdServers(String program, Path folder, List<Integer> ports) {
        this.program = program;
        this.folder = folder;
        this.clientPorts = ports.subList(0, COUNT);
        this.peerPorts = ports.subList(COUNT, 2 * COUNT);
    }

    /** Starts them. */
    static EtcdServers start() throws Exception {
        String program = program();
        if ("required".equals(System.getProperty("etcd"))) {
            assertThat(program).as("etcd must be installed, .ci/etcd does it").isNotNull();
        }
        assumeTrue(program != null, "etcd is not installed, .ci/etcd does it");
        EtcdServers servers = new EtcdServers(program, Files.createTempDirectory("troupe-etcd"), freePorts(2 * COUNT));
        for (int i = 0; i < COUNT; i++) {
            servers.processes.add(servers.launch(i));
        }
        return servers;
    }

    private static String program() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> Path.of(place, "etcd"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }

    private Process launch(int server) throws IOException {
        String client = "http://127.0.0.1:" + clientPorts.get(server);
        String peer = "http://127.0.0.1:" + peerPorts.get(server);
        String all = IntStream.range(0, COUNT)
                .mapToObj(i -> "s" + i + "=http://127.0.0.1:" + peerPorts.get(i))
                .collect(Collectors.joining(","));
        List<String> command = List.of(
                program,
                "--name=s" + server,
                "--data-dir=" + folder.resolve("data-" + server),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=" + all,
                "--initial-cluster-state=new",
                "--initial-cluster-token=" + token);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("log-" + server).toFile()))
                .start();
    }

    /** Opens a registry in a space of these servers. */
    EtcdRegistry open(String space, Duration lease, Duration timeout, Duration kept) {
        return new EtcdRegistry(clients(space, timeout), lease, kept);
    }

    /** Clients of a space. */
    EtcdClients clients(String space, Duration timeout) {
        List<String> servers =
                clientPorts.stream().map(port -> "http://127.0.0.1:" + port).toList();
        return new EtcdClients(servers, space, timeout);
    }

    /** The address of a space, for the provider. */
    String address(String space) {
        return "etcd://" + clientPorts.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")) + "/"
                + space;
    }

    /** Kills a server, as a crash would. */
    void kill(int server) throws InterruptedException {
        processes.get(server).destroyForcibly().waitFor();
    }

    /** Starts a server that was killed. */
    void startAgain(int server) throws IOException {
        processes.set(server, launch(server));
    }

    /** Makes a server stand still. */
    void stop(int server) throws Exception {
        signal(server, "-STOP");
    }

    /** Lets it go on. */
    void goOn(int server) throws Exception {
        signal(server, "-CONT");
    }

    private void signal(int server, String signal) throws Exception {
        Process process = new ProcessBuilder(
                        "kill", signal, Long.toString(processes.get(server).pid()))
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    /** Ends the servers and removes their data. */
    @Override
    public void close() throws Exception {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            sockets.add(socket);
            ports.add(socket.getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }
}
