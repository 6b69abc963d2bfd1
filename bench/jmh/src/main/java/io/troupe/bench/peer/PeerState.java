// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import io.troupe.bench.harness.Workload;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A peer that lives as long as a trial, and the workload on it. */
@State(Scope.Benchmark)
public abstract class PeerState {
    private @Nullable Peer peer;
    private @Nullable Workload workload;

    /** For the peers below. */
    protected PeerState() {}

    /** Starts the peer. */
    protected abstract Peer open();

    /** Runs one batch. The workload is made at the first call. */
    public final long run(Function<Peer, Workload> maker) {
        Workload made = workload;
        if (made == null) {
            made = maker.apply(peer());
            workload = made;
        }
        return made.run();
    }

    /** The running peer. */
    public final Peer peer() {
        if (peer == null) {
            throw new IllegalStateException(
                    "peer must be started by the harness: state=" + getClass().getName());
        }
        return peer;
    }

    /** Starts the peer before a trial. */
    @Setup(Level.Trial)
    public void start() {
        peer = open();
    }

    /** Ends the peer after a trial. */
    @TearDown(Level.Trial)
    public void stop() {
        peer().close();
    }
}
