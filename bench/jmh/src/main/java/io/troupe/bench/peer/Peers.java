// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

/** The peers as JMH states: a benchmark method names its peer by the type of its parameter. */
public final class Peers {
    private Peers() {}

    /** Pekko typed, see {@link PekkoPeer}. */
    public static class Pekko extends PeerState {
        @Override
        protected Peer open() {
            return new PekkoPeer();
        }
    }

    /** Akka typed, see {@link AkkaPeer}. */
    public static class Akka extends PeerState {
        @Override
        protected Peer open() {
            return new AkkaPeer();
        }
    }

    /** Queue and serial task on a fixed thread pool, see {@link PoolPeer}. */
    public static class Executor extends PeerState {
        @Override
        protected Peer open() {
            return PoolPeer.fixedPool();
        }
    }

    /** Queue and serial task on a fork-join pool, see {@link PoolPeer}. */
    public static class ForkJoin extends PeerState {
        @Override
        protected Peer open() {
            return PoolPeer.forkJoin();
        }
    }

    /** Virtual thread and transfer queue per actor, see {@link VirtualThreadPeer}. */
    public static class VirtualThread extends PeerState {
        @Override
        protected Peer open() {
            return new VirtualThreadPeer();
        }
    }

    /** Raw queue and spinning thread per actor, see {@link QueuePeer}. */
    public static class Queue extends PeerState {
        @Override
        protected Peer open() {
            return new QueuePeer();
        }
    }

    /** Ring buffer and spinning thread per actor, see {@link DisruptorPeer}. */
    public static class SpinningDisruptor extends PeerState {
        @Override
        protected Peer open() {
            return DisruptorPeer.spinning();
        }
    }

    /** Ring buffer and yielding thread per actor, see {@link DisruptorPeer}. */
    public static class YieldingDisruptor extends PeerState {
        @Override
        protected Peer open() {
            return DisruptorPeer.yielding();
        }
    }
}
