// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** A program of another implementation that tests talk to. Any thread may use it. */
public enum Peer {
    /** The tool of nanomsg 1. */
    NANOCAT,
    /** The tool of nng 1. */
    NNGCAT,
    /** A script above nng, see {@link Pynng} for all it can do. */
    PYNNG;

    /** The system property that makes a missing peer a failure when it is {@code required}. */
    public static final String SWITCH = "sp.peers";

    /** Whether it has this transport and this role. */
    public boolean can(Scheme scheme, Role role) {
        return knows(role) && (this != NANOCAT || !scheme.secure());
    }

    /** Begins to describe a process. */
    public PeerCommand as(Role role) {
        if (!knows(role)) {
            throw new IllegalArgumentException("a peer must know its role: peer=" + this + ", role=" + role);
        }
        return new PeerCommand(this, role);
    }

    /** Whether it is installed. */
    public boolean present() {
        return Files.isExecutable(Path.of(program()));
    }

    /**
     * Skips the running test when this peer is missing, or fails it when {@code -Dsp.peers=required} is given.
     * Starting a process does it, too.
     */
    public void require() {
        if (present()) {
            return;
        }
        if (required()) {
            Assertions.fail(missing());
        }
        Assumptions.abort(missing());
    }

    /** The words of the command line before any argument. */
    List<String> command() {
        return this == PYNNG ? List.of(program(), script().toString()) : List.of(program());
    }

    /** Whether a missing peer is a failure. */
    static boolean required() {
        return "required".equals(System.getProperty(SWITCH));
    }

    /** Why a test is skipped, and what to do about it. */
    String missing() {
        return switch (this) {
            case NANOCAT -> "nanocat is not on the PATH: install nanomsg-utils, or run .ci/peers";
            case NNGCAT -> "nngcat is not on the PATH: install nng-utils, or run .ci/peers";
            case PYNNG -> "pynng is not installed: run .ci/peers; looked for " + program();
        };
    }

    private boolean knows(Role role) {
        return this != NANOCAT || role != Role.PAIR1;
    }

    private String program() {
        return switch (this) {
            case NANOCAT -> onPath("nanocat");
            case NNGCAT -> onPath("nngcat");
            case PYNNG -> cache().resolve("troupe/peers/venv/bin/python").toString();
        };
    }

    private static String onPath(String name) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path program = Path.of(folder, name);
            if (Files.isExecutable(program)) {
                return program.toString();
            }
        }
        return name;
    }

    private static Path cache() {
        String cache = System.getenv("XDG_CACHE_HOME");
        return cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    }

    private static Path script() {
        URL script = Peer.class.getResource("peer.py");
        try {
            return Path.of(script.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the script must be a file: url=" + script, e);
        }
    }
}
