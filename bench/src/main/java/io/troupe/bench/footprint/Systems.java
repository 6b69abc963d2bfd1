// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.DisruptorPeer;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.PoolPeer;
import io.troupe.bench.peer.QueuePeer;
import io.troupe.bench.peer.VirtualThreadPeer;
import io.troupe.core.ActorSystem;

/** Systems by the name that an option has. */
final class Systems {
    private Systems() {}

    /** Whether the name means Troupe: its dispatchers' names do, and "same" and "cross", which place actors. */
    static boolean isTroupe(String name) {
        return switch (name) {
            case "virtual", "same", "cross" -> true;
            default -> Troupe.names().contains(name);
        };
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
