// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of where a socket is, and of what is told about its connections. */
final class Endpoints {
    private static final String LOOPBACK = "tcp://127.0.0.1:";
    private static final String UNIX = "ipc://";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Option(
            names = {"-b", "--bind", "--listen"},
            paramLabel = "URI",
            description =
                    "Listen there: tcp://127.0.0.1:5555, ipc://x.ipc, ws://127.0.0.1:5556/sp, tls+tcp://…, wss://…")
    private List<String> bind = List.of();

    @Option(
            names = {"-c", "--connect", "--dial"},
            paramLabel = "URI",
            description = "Dial there, again and again until somebody listens.")
    private List<String> connect = List.of();

    @Option(
            names = {"-L", "--bind-local"},
            paramLabel = "PORT",
            description = "Listen at tcp://127.0.0.1:PORT.")
    private List<Integer> bindPorts = List.of();

    @Option(
            names = {"-l", "--connect-local"},
            paramLabel = "PORT",
            description = "Dial tcp://127.0.0.1:PORT.")
    private List<Integer> connectPorts = List.of();

    @Option(
            names = {"-X", "--bind-ipc"},
            paramLabel = "PATH",
            description = "Listen at ipc://PATH.")
    private List<String> bindPaths = List.of();

    @Option(
            names = {"-x", "--connect-ipc"},
            paramLabel = "PATH",
            description = "Dial ipc://PATH.")
    private List<String> connectPaths = List.of();

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Tell of addresses, connections and failures on standard error, also when no human looks at it.")
    private boolean verbose;

    @Option(
            names = {"-q", "--silent"},
            description = "Tell only why the command failed.")
    private boolean silent;

    @Mixin
    private final Settings settings = new Settings();

    /** There must be an address; all settings must make sense. */
    void check(Rules rules) {
        if (listening().isEmpty() && dialling().isEmpty()) {
            throw rules.broken("an address is needed: give --bind or --connect");
        }
        rules.notBoth("verbose", verbose ? "true" : null, "silent", silent ? "true" : null);
        settings.check(rules, listening());
    }

    /** The command that has these options. */
    CommandSpec spec() {
        return spec;
    }

    /** Options of the socket. */
    Settings settings() {
        return settings;
    }

    /** Addresses to listen on. */
    List<String> listening() {
        return uris(bind, bindPorts, bindPaths);
    }

    /** Addresses to dial. */
    List<String> dialling() {
        return uris(connect, connectPorts, connectPaths);
    }

    private static List<String> uris(List<String> uris, List<Integer> ports, List<String> paths) {
        List<String> all = new ArrayList<>(uris);
        ports.forEach(port -> all.add(LOOPBACK + port));
        paths.forEach(path -> all.add(UNIX + path));
        return all;
    }

    /** Whether to report everything. */
    boolean isVerbose() {
        return verbose;
    }

    /** Whether to report nothing. */
    boolean isSilent() {
        return silent;
    }
}
