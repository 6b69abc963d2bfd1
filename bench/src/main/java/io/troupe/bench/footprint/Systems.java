// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.DisruptorPeer;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.PoolPeer;
import io.troupe.bench.peer.QueuePeer;
import io.troupe.bench.peer.TroupePeer;
import io.troupe.bench.peer.VirtualThreadPeer;
import io.troupe.core.ActorSystem;
import java.util.List;
import java.util.stream.Stream;

/** Systems by the name that an option has. Names are checked where options are read. */
public final class Systems {
    private static final List<String> PEERS =
            List.of("pekko", "pekkoDefault", "executor", "forkJoin", "virtualThreads");

    private static final String INDENT = "\n              ";

    private Systems() {}

    /** Troupe with each dispatcher and the peers that any number of actors may have, and some more. */
    public static List<String> and(String... more) {
        return Stream.of(Troupe.names(), List.of("virtual"), PEERS, List.of(more))
                .flatMap(List::stream)
                .toList();
    }

    /** What a help says of names, in as many lines as it takes. */
    public static String help(List<String> names) {
        int half = names.size() / 2;
        return String.join(", ", names.subList(0, half)) + "," + INDENT
                + String.join(", ", names.subList(half, names.size())) + INDENT
                + "(virtual and virtualThreads: from Java 21 on; pekkoDefault: 5 messages per turn, otherwise 1024)";
    }

    /** Whether the name means Troupe: its dispatchers' names do, and "same" and "cross", which place actors. */
    static boolean isTroupe(String name) {
        return switch (name) {
            case "virtual", "same", "cross" -> true;
            default -> Troupe.names().contains(name);
        };
    }

    /** A dispatcher of ours or a peer, with actors made of the same behaviors. */
    public static Peer open(String name) {
        return isTroupe(name) ? new TroupePeer(name) : peer(name);
    }

    static ActorSystem troupe(String name) {
        String dispatcher = name.equals("same") || name.equals("cross") ? "dedicated" : name;
        return ActorSystem.builder()
                .name("figure")
                .dispatcher(Troupe.dispatcher(dispatcher))
                .start();
    }

    static Peer peer(String name) {
        return switch (name) {
            case "pekko" -> new PekkoPeer();
            case "pekkoDefault" -> PekkoPeer.withDefaultThroughput();
            case "executor" -> PoolPeer.compact();
            case "forkJoin" -> PoolPeer.forkJoin();
            case "virtualThreads" -> new VirtualThreadPeer();
            case "jctools" -> new QueuePeer();
            case "disruptor" -> DisruptorPeer.spinning();
            case "disruptorYield" -> DisruptorPeer.yielding();
            default -> throw new IllegalArgumentException("no such system: system=" + name);
        };
    }
}
