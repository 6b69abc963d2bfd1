// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.load;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** What is done to a cluster. */
public enum Load {
    /** Asks an actor without state in another process, one at a time. */
    ASK1("ask", 1, 1),
    /** The same, 64 under way. */
    ASK64("ask", 64, 1),
    /** The same, 1024 under way. */
    ASK1024("ask", 1024, 1),
    /** Durable updates on three members, one at a time. */
    UPDATE1("update", 1, 3),
    /** The same, 512 under way. */
    UPDATE512("update", 512, 3),
    /** One member that keeps its states in a file of SQLite. */
    SQLITE512("sqlite", 512, 1),
    /** The first calls of keys that have a state, 500 under way. */
    COLD500("cold", 500, 3),
    /** The first calls of keys of actors without state. */
    EMPTY500("empty", 500, 3),
    /** One of three members is killed. */
    KILL("kill", 0, 3),
    /** One of three members is stopped and does not come back. */
    STOP("stop", 0, 3),
    /** A fourth member joins. */
    JOIN("join", 0, 3),
    /** One of three members leaves. */
    LEAVE("leave", 0, 3);

    private final String benchmark;
    private final int outstanding;
    private final int members;

    Load(String benchmark, int outstanding, int members) {
        this.benchmark = benchmark;
        this.outstanding = outstanding;
        this.members = members;
    }

    /** All names, for a command line. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Load::text).toList();
    }

    /**
     * Finds one.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Load named(String name) {
        return Arrays.stream(values())
                .filter(load -> load.text().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("load must be one of " + names() + ": load=" + name));
    }

    /** Its name, as "ask64". */
    public String text() {
        return outstanding == 0 ? benchmark : benchmark + outstanding;
    }

    /** The same without the number, as in results. */
    public String benchmark() {
        return benchmark;
    }

    /** Calls that are under way at any time; 0 if each key has a rhythm of its own. */
    public int outstanding() {
        return outstanding;
    }

    /** Members that host, besides the process that calls. */
    public int members() {
        return members;
    }

    /** Deadline of each call: short where calls are repeated until they are answered. */
    public Duration deadline() {
        return this == KILL || this == STOP ? Duration.ofSeconds(1) : Duration.ofSeconds(30);
    }

    /** Whether nothing is kept, so the database only has the members. */
    public boolean keepsNothing() {
        return benchmark.equals("ask") || this == EMPTY500;
    }

    /** Whether a file of SQLite is the database. */
    public boolean inFile() {
        return this == SQLITE512;
    }
}
