// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore;

import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.objstore.filestorage.FileStorage;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import io.troupe.examples.objstore.relstorage.SqliteStorage;
import io.troupe.examples.objstore.zeo.ServerConfig;
import io.troupe.examples.objstore.zeo.ZeoServer;
import io.troupe.net.transport.Address;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe objstore serve}. */
@Command(
        name = "serve",
        description = {
            "Serves a storage to ZEO clients until Ctrl-C. Makes an empty storage if there is no file, but with --read-only.",
            "There is no encryption and no password: it listens on this machine only."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the file is damaged or locked or cannot be written to, the program flock is missing, the address is taken, or the"
                    + " server has failed",
            "2:wrong command line",
            "130:ended by Ctrl-C",
            "143:ended by the signal TERM"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe objstore serve --fs Data.fs --zeo 127.0.0.1:9100",
            "  troupe objstore serve --sqlite main.sqlite3 --zeo 127.0.0.1:9100"
        })
public final class ServeCommand implements Callable<Integer> {
    private static final int MOST_CACHE = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Option(names = "--fs", paramLabel = "FILE", description = "The storage, usually called Data.fs.")
    private @Nullable Path fs;

    @Option(
            names = "--sqlite",
            paramLabel = "FILE",
            description =
                    "Instead of --fs: a storage of RelStorage, usually called main.sqlite3. Served as it is now, read-only.")
    private @Nullable Path sqlite;

    @Option(
            names = "--zeo",
            paramLabel = "HOST:PORT",
            required = true,
            description = "Where to listen; port 0 takes a free one.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String zeo;

    @Option(names = "--read-only", description = "Write nothing, and take no lock.")
    private boolean readOnly;

    @Option(
            names = "--cache",
            paramLabel = "MIB",
            description = "Most MiB of objects of --fs in memory; 0: none (default: ${DEFAULT-VALUE}).")
    private long cache = 64;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Most clients at a time; further ones are refused (default: ${DEFAULT-VALUE}).")
    private int connections = ServerConfig.defaults().maxConnections();

    @Option(
            names = "--transaction-timeout",
            paramLabel = "SECONDS",
            description =
                    "How long a client that has voted may take to finish; then its link ends, and the next one votes"
                            + " (default: ${DEFAULT-VALUE}).")
    private int transactionTimeout =
            (int) ServerConfig.defaults().transactionTimeout().toSeconds();

    @Option(
            names = "--disk-wait",
            paramLabel = "MICROS",
            description =
                    "For measurements, with --read-only: how long each load from the file waits first, to model a disk.")
    private long diskWait;

    @Option(names = "--json", description = "Print one JSON object when it serves, and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    private final CountDownLatch over = new CountDownLatch(1);

    /** The output of {@code --json}. */
    record Serving(String file, boolean readOnly, String zeo, long objects) {}

    /** For picocli. */
    public ServeCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        Address address = address(rules);
        rules.notBoth("fs", fs, "sqlite", sqlite);
        Path file = fs == null ? sqlite : fs;
        if (file == null) {
            throw rules.broken("a storage must be given: give --fs or --sqlite");
        }
        boolean reading = readOnly || sqlite != null;
        if (Files.isDirectory(file) || (reading && !Files.isReadable(file))) {
            throw rules.broken("a storage must be a file that can be read: " + (fs == null ? "sqlite=" : "fs=") + file);
        }
        rules.atLeast(0, "disk-wait", diskWait);
        rules.atMost(1_000_000, "disk-wait", diskWait);
        if (diskWait > 0 && !readOnly) {
            throw rules.broken("a modelled disk must be read only: give --read-only with --disk-wait");
        }
        rules.atLeast(0, "cache", cache);
        rules.atMost(MOST_CACHE, "cache", cache);
        rules.atLeast(1, "connections", connections);
        rules.atLeast(1, "transaction-timeout", transactionTimeout);
        ServerConfig config = new ServerConfig(connections, Duration.ofSeconds(transactionTimeout));
        long cacheBytes = cache << 20;
        Interrupt interrupt = null;
        boolean failed;
        try (FileStorageWriter writer = reading ? null : FileStorageWriter.open(file, cacheBytes);
                ObjectStorage storage = sqlite != null
                        ? SqliteStorage.open(file)
                        : writer == null ? FileStorage.open(file, cacheBytes) : writer.storage();
                ZeoServer server = writer == null
                        ? ZeoServer.reading(
                                diskWait > 0 ? new ModelledDisk(storage, diskWait * 1000) : storage, config, this::warn)
                        : ZeoServer.writing(writer, config, this::warn)) {
            if (storage instanceof FileStorage cut && cut.tail() != null) {
                warn("the end of the file was the rest of a crash: offset=" + cut.end() + ", " + cut.tail());
            }
            Address bound = server.listen(address).await(PATIENCE);
            interrupt = Interrupt.on(over::countDown);
            server.ended().onComplete((end, failure) -> over.countDown());
            PrintWriter out = spec.commandLine().getOut();
            String at = bound.host() + ":" + bound.port();
            out.println(
                    json
                            ? Json.line(new Serving(file.toString(), reading, at, storage.length()))
                            : "serving " + file + (reading ? ", read-only" : "") + " at " + at + ", " + storage.length()
                                    + " objects, Ctrl-C ends it");
            out.flush();
            over.await();
            failed = server.ended().result().isPresent();
        } catch (IOException e) {
            warn(String.valueOf(e.getMessage()));
            return spec.exitCodeOnExecutionException();
        }
        interrupt.done();
        if (failed) {
            warn("a server that can tell clients of no more commits must end, see above: file=" + file);
        }
        return failed ? spec.exitCodeOnExecutionException() : 0;
    }

    private Address address(Rules rules) {
        try {
            Address address = Address.parse("tcp://" + zeo);
            if (!address.isLocal()) {
                throw rules.broken("a server must not be reachable from other machines: zeo=" + zeo);
            }
            return address;
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private void warn(@Nullable String sentence) {
        synchronized (over) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + sentence);
            spec.commandLine().getErr().flush();
        }
    }
}
