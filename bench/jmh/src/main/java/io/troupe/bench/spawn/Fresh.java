// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.spawn;

import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.PoolPeer;
import io.troupe.bench.peer.VirtualThreadPeer;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Systems that live for one batch. */
public final class Fresh {
    private Fresh() {}

    /** Troupe. */
    @State(Scope.Benchmark)
    public static class Troupes {
        /** Which one; "virtual" needs Java 21. */
        @Param({"stealing", "dedicated", "pool", "virtual"})
        public String dispatcher = "stealing";

        @SuppressWarnings("NullAway.Init") // set in start()
        private ActorSystem actors;

        /** Starts it. */
        @Setup(Level.Invocation)
        public void start() {
            actors = ActorSystem.builder()
                    .name("bench")
                    .dispatcher(Troupe.dispatcher(dispatcher))
                    .start();
        }

        /** Ends it and all its actors. */
        @TearDown(Level.Invocation)
        public void stop() {
            actors.close();
        }

        ActorSystem actors() {
            return actors;
        }
    }

    /** A peer. */
    @State(Scope.Benchmark)
    public abstract static class Other {
        @SuppressWarnings("NullAway.Init") // set in start()
        private Peer peer;

        abstract Peer open();

        /** Starts it. */
        @Setup(Level.Invocation)
        public void start() {
            peer = open();
        }

        /** Ends it and all its actors. */
        @TearDown(Level.Invocation)
        public void stop() {
            peer.close();
        }

        Peer peer() {
            return peer;
        }
    }

    /** Pekko. */
    public static class Pekko extends Other {
        @Override
        Peer open() {
            return new PekkoPeer();
        }
    }

    /** Hand-written actors on a fixed pool. */
    public static class Executor extends Other {
        @Override
        Peer open() {
            return PoolPeer.compact();
        }
    }

    /** Virtual threads. */
    public static class VirtualThread extends Other {
        @Override
        Peer open() {
            return new VirtualThreadPeer();
        }
    }
}
