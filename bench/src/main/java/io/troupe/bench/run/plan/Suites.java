// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All suites, and how to choose among them and their pieces. JMH suites are found by pattern, so new classes need no line here. */
public final class Suites {
    private static final String DISPATCHER = "dispatcher";
    private static final Map<String, List<String>> ONE_DISPATCHER = Map.of(DISPATCHER, List.of("stealing"));
    private static final Map<String, List<String>> ALL_DISPATCHERS = Map.of();

    /** A batch of most suites takes a few milliseconds. */
    private static final int SHORT = 10;

    private static final int PACED = 200;
    private static final int PI = 150;
    private static final int BURST = 1200;

    private Suites() {}

    /** All, in the order in which they are measured. */
    public static List<Suite> all() {
        return all(Runtime.getRuntime().availableProcessors());
    }

    /** All, as they are on a machine with so many processors. */
    public static List<Suite> all(int processors) {
        return List.of(
                new Suite("pi", "hundred million terms of a series", List.of(pi())),
                new Suite("philosophers", "forks, philosophers and meals", List.of(simple("philosophers", SHORT))),
                new Suite("locality", "actors with memory of their own", List.of(locality())),
                new Suite("autoscale", "uneven, changing and talkative loads", autoscale(processors)),
                new Suite("messaging", "what a message, an ask, an actor costs", messaging()),
                new Suite("channels", "channels beside other languages", List.of(Drivers.channels())),
                new Suite("latency", "how long a message waits", Drivers.latency()),
                new Suite("parts", "queues, mailboxes, a call as an object", parts()),
                new Suite("savina", "the programs of the Savina paper", List.of(simple("savina", SHORT))),
                new Suite("encodings", "encode and decode, bytes", List.of(encodings())),
                new Suite("remoting", "between two processes", Drivers.remoting()),
                new Suite(
                        "backpressure",
                        "fast senders, slow and dying receivers",
                        List.of(Drivers.backpressure(), Drivers.sharedLink())),
                new Suite("cluster", "actors by key, on several members", clusters()),
                new Suite("sp", "messaging sockets", Drivers.sockets()));
    }

    /**
     * The suites that are named, with those of their pieces that are.
     *
     * @param names of suites or pieces; empty for all
     * @throws BenchException if there is neither
     */
    public static List<Suite> named(List<String> names) {
        if (names.isEmpty()) {
            return all();
        }
        Map<String, List<Piece>> wanted = new LinkedHashMap<>();
        for (String name : names) {
            boolean found = false;
            for (Suite suite : all()) {
                for (Piece piece : suite.pieces()) {
                    if (suite.name().equals(name) || piece.name().equals(name)) {
                        found = true;
                        List<Piece> pieces = wanted.computeIfAbsent(suite.name(), key -> new ArrayList<>());
                        if (pieces.stream().noneMatch(other -> other.name().equals(piece.name()))) {
                            pieces.add(piece);
                        }
                    }
                }
            }
            if (!found) {
                throw BenchException.wrong("suite must be one of " + String.join(", ", names(all()))
                        + ", or a piece that --list shows: suite=" + name);
            }
        }
        return all().stream()
                .filter(suite -> wanted.containsKey(suite.name()))
                .map(suite -> new Suite(suite.name(), suite.what(), wanted.getOrDefault(suite.name(), List.of())))
                .toList();
    }

    private static List<String> names(List<Suite> suites) {
        return suites.stream().map(Suite::name).toList();
    }

    private static Piece pi() {
        return new JmhPiece("pi", pattern("pi"), PI, Map.of("work", List.of("100000x1000")), ALL_DISPATCHERS);
    }

    private static Piece locality() {
        Map<String, List<String>> quick = Map.of(
                "actors",
                List.of("240"),
                "bytes",
                List.of("32000"),
                DISPATCHER,
                List.of("stealing", "dedicated", "pool", "adaptive"));
        return new JmhPiece("locality", pattern("locality"), SHORT, quick, Map.of("variant", List.of("array", "map")));
    }

    private static List<Piece> autoscale(int processors) {
        Map<String, List<String>> two = Map.of(DISPATCHER, List.of("stealing", "adaptive"), "feed", List.of("outside"));
        return List.of(
                new JmhPiece("scaling", pattern("scaling"), PI, two, Map.of("workers", workers(processors))),
                new JmhPiece("skew", pattern("skew"), SHORT, two, ALL_DISPATCHERS),
                new JmhPiece("phase", pattern("phase"), SHORT, two, ALL_DISPATCHERS),
                new JmhPiece("chatty", pattern("chatty"), SHORT, two, ALL_DISPATCHERS),
                new JmhPiece("mixed", pattern("mixed"), SHORT, two, ALL_DISPATCHERS),
                new JmhPiece("burst", pattern("burst"), BURST, two, ALL_DISPATCHERS),
                Drivers.phaseTimeline(),
                Drivers.simulation());
    }

    /** One, and twice as many each time, up to all processors. */
    private static List<String> workers(int processors) {
        List<String> numbers = new ArrayList<>();
        for (int number = 1; number < processors; number *= 2) {
            numbers.add(Integer.toString(number));
        }
        numbers.add(Integer.toString(processors));
        return numbers;
    }

    private static List<Piece> messaging() {
        List<Piece> pieces = new ArrayList<>();
        for (String name :
                List.of("tell", "pingpong", "ask", "directory", "ring", "line", "big", "chameneos", "spawn")) {
            pieces.add(new JmhPiece(name, pattern(name), SHORT, ONE_DISPATCHER, ALL_DISPATCHERS));
        }
        // virtual threads need Java 21, so the short profile does without
        Map<String, List<String>> shortThreads =
                Map.of(DISPATCHER, List.of("stealing"), "threads", List.of("platform"));
        pieces.add(new JmhPiece("channel", pattern("channel"), SHORT, shortThreads, ALL_DISPATCHERS));
        Map<String, List<String>> shortTurns = Map.of(DISPATCHER, List.of("stealing"), "perTurn", List.of("10000"));
        pieces.add(new JmhPiece("paced", pattern("paced"), PACED, shortTurns, ALL_DISPATCHERS));
        pieces.addAll(Drivers.footprint());
        return pieces;
    }

    private static List<Piece> clusters() {
        List<Piece> pieces = new ArrayList<>(
                List.of(new JmhPiece("keyed", pattern("keyed"), SHORT, ONE_DISPATCHER, ONE_DISPATCHER)));
        pieces.addAll(Drivers.clusters());
        return pieces;
    }

    private static List<Piece> parts() {
        Map<String, List<String>> kinds =
                Map.of("kind", List.of("INTRUSIVE", "RAW_MPSC_UNBOUNDED", "RAW_JDK_LINKED"), "producers", List.of("8"));
        return List.of(
                new JmhPiece("queue", pattern("queue"), SHORT, Map.of(), Map.of()),
                new JmhPiece("mailbox", pattern("mailbox"), SHORT, kinds, Map.of()),
                new JmhPiece("call", pattern("call"), SHORT, Map.of(), Map.of()),
                new JmhPiece("trap", pattern("trap"), SHORT, Map.of("traffic", List.of("tell")), Map.of()));
    }

    private static Piece encodings() {
        return new JmhPiece("encodings", pattern("encodings"), SHORT, Map.of("sample", List.of("MIXED")), Map.of());
    }

    private static Piece simple(String name, int batchMillis) {
        return new JmhPiece(name, pattern(name), batchMillis, ONE_DISPATCHER, ALL_DISPATCHERS);
    }

    private static String pattern(String name) {
        return "^io\\.troupe\\.bench\\." + name + "\\.";
    }
}
