// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import io.troupe.bench.run.plan.Start.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Programs that measure by themselves, with their options for each profile. */
final class Drivers {
    private static final String ROOT = "io.troupe.bench.";
    private static final String OURS = "troupe";
    private static final List<String> FOOTPRINT_SYSTEMS =
            List.of("stealing", "dedicated", "adaptive", "pool", "virtual", "pekko", "executor", "virtualThreads");
    private static final List<String> LATENCY_SYSTEMS = List.of(
            "stealing",
            "dedicated",
            "adaptive",
            "pool",
            "virtual",
            "pekko",
            "pekkoDefault",
            "executor",
            "forkJoin",
            "virtualThreads");
    private static final List<String> ENDING_SYSTEMS = List.of("stealing", "dedicated", "adaptive", "pool");
    private static final List<String> IDLE_SYSTEMS =
            List.of("none", "stealing", "dedicated", "adaptive", "pool", "pekko", "executor", "virtualThreads");

    /** Stacks that take turns within a round of the programs between processes. */
    private static final int STACKS = 9;

    /** Of the two processes of a cell. */
    private static final double START_SECONDS = 2.5;

    private static final double QUICK_WINDOW = 0.3;
    private static final int SCENARIOS = 4;
    private static final int TRANSPORTS = 3;

    /** Seconds that programs take in quick and, each, in full. */
    private static final double QUICK_PROGRAM = 3;

    /** Cells that the programs about waiting measure in full, and the seconds of each, without warming up. */
    private static final int BUSY_CELLS = 6;

    private static final int FLOOD_CELLS = 5;
    private static final int LOAD_CELLS = 3;
    private static final int FULL_WINDOW = 2;

    /** Nine measurements, each with half its time to settle. */
    private static final double SHARED_LINK_WINDOWS = 13.5;

    /** A cell of clusters in full, with the starts of its processes, and the few of quick. */
    private static final double CLUSTER = 60;

    private static final double QUICK_CLUSTERS = 40;

    /** Of the works of channels, each by all that offer it. */
    private static final int FULL_CHANNELS = 108;

    private static final int QUICK_CHANNEL_CELLS = 13;
    private static final double QUICK_CHANNELS = 0.2;

    /** Of the one process of a cell. */
    private static final double CHANNELS_START = 0.8;

    private static final double PROGRAM = 12;
    private static final double SIMULATION = 20;
    private static final double ALLOCATION = 5;
    private static final double IDLE_PIPES = 20;
    private static final double FAN_OUT = 17;

    private Drivers() {}

    static List<Piece> remoting() {
        List<Piece> pieces = new ArrayList<>();
        for (String workload : List.of("tell", "ask1", "ask64", "ask1024")) {
            boolean quick = workload.equals("ask64");
            pieces.add(perStack(
                    "remoting-" + workload,
                    ROOT + "remoting.RemotingMain",
                    2,
                    STACKS,
                    quick,
                    profile -> List.of("--workloads", workload)));
        }
        return pieces;
    }

    /** Members in several processes, and what a key costs in one. */
    static List<Piece> clusters() {
        return List.of(
                clusters("cluster-update", 8, "update512", "update1,update512,sqlite512"),
                clusters("cluster-ask", 9, "", "ask1,ask64,ask1024"),
                clusters("cluster-cold", 5, "", "cold500,empty500"),
                clusters("cluster-outage", 4, "", "kill,stop"),
                clusters("cluster-move", 4, "", "join,leave"),
                perSystem(
                        "keyed-memory",
                        "keyed.IdleKeyBytes",
                        "-Xmx2g",
                        List.of(OURS, "troupe-durable", "pekko"),
                        profile -> List.of("--count", profile.isFull() ? "100000" : "10000")));
    }

    /** Cells are those of the full profile. */
    private static Piece clusters(String name, int cells, String quickLoads, String loads) {
        return new DriverPiece(name, false, profile -> {
            if (!profile.isFull() && quickLoads.isEmpty()) {
                return List.of();
            }
            List<String> program = List.of(
                    ROOT + "cluster.ClusterMain",
                    "--forks",
                    Integer.toString(profile.forks()),
                    "--loads",
                    profile.isFull() ? loads : quickLoads,
                    "--keys",
                    profile.isFull() ? "100000" : "2000",
                    "--seconds",
                    profile.isFull() ? "5" : "1",
                    "--warmup",
                    profile.isFull() ? "10" : "1");
            double all = profile.isFull() ? profile.forks() * cells * CLUSTER : QUICK_CLUSTERS;
            return List.of(new Start(name, Kind.FILE, List.of(), program, all));
        });
    }

    static List<Piece> sockets() {
        return List.of(
                sockets("pair-4k", "pair-", "-4k", "1,2,4,8"),
                sockets("pair-64k", "pair-", "-64k", "1"),
                sockets("lat", "lat-", "", "1"),
                program("sp-allocation", "sp.troupe.AllocationMain", List.of("20000", "100"), List.of(), ALLOCATION),
                program("sp-idle-pipes", "sp.troupe.IdlePipesMain", List.of("500", "1"), List.of(), IDLE_PIPES),
                program("sp-fan-out", "sp.troupe.FanOutMain", List.of("100", "1"), List.of(), FAN_OUT));
    }

    /** One transport and thread in quick; all transports and threads in full. */
    private static Piece sockets(String name, String before, String after, String threads) {
        int cells = TRANSPORTS * threads.split(",", -1).length;
        return perStack(
                "sp-" + name,
                ROOT + "sp.SpMain",
                1,
                STACKS * cells,
                !after.equals("-64k"),
                profile -> profile.isFull()
                        ? List.of(
                                "--cells",
                                String.join(
                                        ",",
                                        List.of(
                                                before + "inproc" + after,
                                                before + "ipc" + after,
                                                before + "tcp" + after)),
                                "--threads",
                                threads)
                        : List.of("--cells", before + "tcp" + after));
    }

    /** A program with {@code --forks}, {@code --seconds}, {@code --warmup} and {@code --json}, which has rounds of its own. */
    private static Piece perStack(
            String name,
            String main,
            int window,
            int fullCells,
            boolean quick,
            Function<Profile, List<String>> options) {
        return new DriverPiece(name, false, profile -> {
            if (!profile.isFull() && !quick) {
                return List.of();
            }
            double seconds = profile.isFull() ? window : QUICK_WINDOW;
            int cells = profile.isFull() ? fullCells : STACKS;
            List<String> program = new ArrayList<>(List.of(
                    main,
                    "--forks",
                    Integer.toString(profile.forks()),
                    "--seconds",
                    Double.toString(seconds),
                    "--warmup",
                    Double.toString(seconds)));
            program.addAll(options.apply(profile));
            double all = profile.forks() * cells * (2 * seconds + START_SECONDS);
            return List.of(new Start(name, Kind.FILE, List.of(), program, all));
        });
    }

    /** Channels beside those of other languages, in rounds of its own. */
    static Piece channels() {
        return new DriverPiece("channels", false, profile -> {
            double seconds = profile.isFull() ? 1 : QUICK_CHANNELS;
            List<String> program = new ArrayList<>(List.of(
                    ROOT + "channels.ChannelsMain",
                    "--forks",
                    Integer.toString(profile.forks()),
                    "--seconds",
                    Double.toString(seconds),
                    "--warmup",
                    Double.toString(seconds)));
            if (!profile.isFull()) {
                program.addAll(List.of("--works", "1to1-128,select4-128"));
            }
            int cells = profile.isFull() ? FULL_CHANNELS : QUICK_CHANNEL_CELLS;
            double all = profile.forks() * cells * (2 * seconds + CHANNELS_START);
            return List.of(new Start("channels", Kind.FILE, List.of(), program, all));
        });
    }

    /** The launcher's own command, because the players are programs of the examples. */
    static Piece backpressure() {
        return new DriverPiece("backpressure", true, profile -> {
            int seconds = profile.isFull() ? 10 : 3;
            List<String> program = List.of("backpressure", "--json", "--seconds", Integer.toString(seconds));
            return List.of(new Start(
                    "backpressure", Kind.LAUNCHED, List.of(), program, SCENARIOS * (seconds + START_SECONDS)));
        });
    }

    /** Actors behind one link. */
    static Piece sharedLink() {
        return new DriverPiece("shared-link", true, profile -> {
            int seconds = profile.isFull() ? FULL_WINDOW : 1;
            List<String> program =
                    List.of(ROOT + "remoting.troupe.SharedLinkMain", "--seconds", Integer.toString(seconds));
            return List.of(new Start(
                    "shared-link",
                    Kind.PRINTED,
                    List.of("-Xmx1g"),
                    program,
                    SHARED_LINK_WINDOWS * seconds + START_SECONDS));
        });
    }

    static Piece phaseTimeline() {
        return new DriverPiece("timeline", true, profile -> {
            List<Start> starts = new ArrayList<>();
            for (String system : List.of("hand", "stealing", "dedicated", "pool", "adaptive")) {
                if (profile.isFull() || !system.equals("pool")) {
                    starts.add(timeline(profile, system));
                }
            }
            return starts;
        });
    }

    private static Start timeline(Profile profile, String system) {
        int millis = profile.isFull() ? 2000 : 500;
        int phases = profile.isFull() ? 4 : 2;
        List<String> program = List.of(
                ROOT + "phase.PhaseTimeline",
                "--dispatchers",
                system,
                "--phase",
                Integer.toString(millis),
                "--phases",
                Integer.toString(phases),
                "--json");
        return new Start(
                "timeline " + system, Kind.PRINTED, List.of("-Xmx2g"), program, 1 + millis / 1e3 * (phases + 1));
    }

    /** Schedulers with up to 64 workers, in simulated time. */
    static Piece simulation() {
        return program("simulation", "simulation.SimulationMain", List.of("--workers", "2,8"), List.of(), SIMULATION);
    }

    /** A program that prints lines, and has nobody beside it. */
    private static Piece program(String name, String main, List<String> quick, List<String> full, double seconds) {
        return new DriverPiece(name, true, profile -> {
            List<String> program = new ArrayList<>(List.of(ROOT + main));
            program.addAll(profile.isFull() ? full : quick);
            program.add("--json");
            double all = profile.isFull() ? seconds : QUICK_PROGRAM;
            return List.of(new Start(name, Kind.PRINTED, List.of("-Xmx1g"), program, all));
        });
    }

    /** Programs that print one line per start. */
    static List<Piece> footprint() {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(perSystem(
                "memory",
                "footprint.IdleActorBytes",
                "-Xmx4g",
                FOOTPRINT_SYSTEMS,
                profile -> List.of("--count", profile.isFull() ? "1000000" : "50000")));
        pieces.add(perSystem(
                "idle-cpu",
                "footprint.IdleCpu",
                "-Xmx256m",
                IDLE_SYSTEMS,
                profile ->
                        List.of("--settle", profile.isFull() ? "2" : "1", "--seconds", profile.isFull() ? "10" : "2")));
        pieces.add(perSystem(
                "wake-up",
                "footprint.WakeUpLatency",
                "-Xmx1g",
                LATENCY_SYSTEMS,
                profile -> List.of("--count", profile.isFull() ? "500" : "100")));
        pieces.add(perSystem("round-trip", "footprint.HotRoundTrip", "-Xmx1g", FOOTPRINT_SYSTEMS, profile -> {
            String count = profile.isFull() ? "1000000" : "200000";
            return List.of("--count", count, "--warmup", count);
        }));
        pieces.add(perSystem("start-up", "footprint.StartUp", "-Xmx1g", LATENCY_SYSTEMS, profile -> List.of()));
        pieces.add(perSystem(
                "end-of-actor",
                "footprint.EndOfActor",
                "-Xmx2g",
                ENDING_SYSTEMS,
                profile -> List.of("--count", profile.isFull() ? "1000000" : "100000")));
        pieces.add(perSystem(
                "trace-points",
                "hooks.TracePointCost",
                "-Xmx1g",
                List.of("stealing", "without"),
                profile -> List.of("--batches", profile.isFull() ? "50" : "3")));
        return pieces;
    }

    /** Programs about waiting: one start per system, which measures all cells. */
    static List<Piece> latency() {
        return List.of(
                waiting(
                        "busy-teller",
                        "latency.BusyTeller",
                        BUSY_CELLS,
                        List.of("--busy", "1000", "--one-in", "1,100")),
                waiting(
                        "beside-floods",
                        "latency.BesideFloods",
                        FLOOD_CELLS,
                        List.of("--floods", "2", "--long", "1,200")),
                waiting("open-loop", "latency.OpenLoop", LOAD_CELLS, List.of("--load", "50,80")));
    }

    private static Piece waiting(String name, String main, int fullCells, List<String> quick) {
        return perSystem(
                name,
                main,
                "-Xmx1g",
                LATENCY_SYSTEMS,
                profile -> profile.isFull()
                        ? List.of("--seconds", Integer.toString(FULL_WINDOW))
                        : Stream.concat(quick.stream(), Stream.of("--seconds", Double.toString(QUICK_WINDOW)))
                                .toList(),
                START_SECONDS + 2.0 * fullCells * FULL_WINDOW);
    }

    private static Piece perSystem(
            String name, String main, String heap, List<String> systems, Function<Profile, List<String>> options) {
        return perSystem(name, main, heap, systems, options, PROGRAM);
    }

    private static Piece perSystem(
            String name,
            String main,
            String heap,
            List<String> systems,
            Function<Profile, List<String>> options,
            double fullSeconds) {
        return new DriverPiece(name, true, profile -> systems.stream()
                .filter(system -> profile.isFull() || isQuick(system))
                .map(system -> {
                    List<String> program = new ArrayList<>(List.of(ROOT + main, "--system", system));
                    program.addAll(options.apply(profile));
                    double seconds = profile.isFull() ? fullSeconds : 4;
                    return new Start(name + " " + system, Kind.PRINTED, List.of(heap), program, seconds);
                })
                .toList());
    }

    private static boolean isQuick(String system) {
        return List.of("none", "stealing", OURS, "pekko", "executor").contains(system);
    }
}
