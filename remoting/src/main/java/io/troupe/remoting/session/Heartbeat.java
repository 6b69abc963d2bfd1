// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.timer.Clock;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.pacing.HeartbeatMonitor;
import io.troupe.remoting.pacing.RoundTripEstimator;
import io.troupe.remoting.value.WireException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Asks a silent peer for a sign of life, gives up one that shows none, and measures round trips. Loop only. */
final class Heartbeat {
    private static final long MILLI = 1_000_000;
    private static final int BEATS = 4;
    /** The monitor of signs of life wants to be asked once a second. */
    private static final long IDLE_BEAT = 1_000 * MILLI;
    /** Pings and answers of both sides that go to and fro without anything else. */
    private static final int PINGS_PER_BEAT = 4;

    private final Clock clock;
    private final Connection connection;
    private final long interval;
    private final SessionState state;
    private final WriteQueue out;
    private final Greeting greeting;
    private final ReadThrottle throttle;
    private final FragmentAssembler assembler;
    private final GracefulClose close;
    private final LongSupplier framesMoved;
    private final LoopUse use;
    private final HeartbeatMonitor monitor;
    private final RoundTripEstimator roundTrip;
    private long heardAt;
    private long pingSentAt;
    private long movedAtBeat;

    /**
     * Does not beat yet.
     *
     * @param clock measures silence and round trips
     * @param interval after which a silent link is asked
     * @param greeting before which nothing is sent
     * @param throttle while it reads nothing, silence says nothing
     * @param assembler has its own patience, looked after here
     * @param close gives up
     * @param framesMoved counts frames in both directions
     * @param use is told whether more than signs of life comes and goes
     */
    Heartbeat(
            Clock clock,
            Connection connection,
            Duration interval,
            SessionState state,
            WriteQueue out,
            Greeting greeting,
            ReadThrottle throttle,
            FragmentAssembler assembler,
            GracefulClose close,
            LongSupplier framesMoved,
            LoopUse use) {
        this.clock = clock;
        this.connection = connection;
        this.interval = interval.toNanos();
        this.state = state;
        this.out = out;
        this.greeting = greeting;
        this.throttle = throttle;
        this.assembler = assembler;
        this.close = close;
        this.framesMoved = framesMoved;
        this.use = use;
        long now = clock.nanos();
        this.monitor = new HeartbeatMonitor(now);
        this.roundTrip = new RoundTripEstimator(now, state.roundTrip());
        this.heardAt = now;
    }

    void begin() {
        ping();
        connection.schedule(Math.min(interval / BEATS, IDLE_BEAT), this::beat);
    }

    /** Bytes have come. */
    void heard(long now) {
        heardAt = now;
        monitor.heard(now);
    }

    /**
     * Pings when it has been silent for an interval, so that an idle link costs one ping and its answer per interval: whichever
     * side is first spares the other its own. A busy one is pinged at every beat, for the round trip.
     */
    private void beat() {
        if (state.isDown()) {
            return;
        }
        long now = clock.nanos();
        if (throttle.isOn()) {
            heard(now); // nothing is read: that is no silence of the other side
        }
        try {
            assembler.checkTime(now);
        } catch (WireException e) {
            close.fail(String.valueOf(e.getMessage()));
            return;
        }
        if (monitor.state(now) == HeartbeatMonitor.State.DEAD) {
            close.abort(
                    "no sign of life for " + Duration.ofNanos(now - heardAt).toMillis() + " ms",
                    LinkLoss.Reason.SILENT);
            return;
        }
        long moved = framesMoved.getAsLong();
        boolean busy = moved - movedAtBeat > PINGS_PER_BEAT;
        movedAtBeat = moved;
        use.inUse(busy);
        if (busy || now - heardAt >= interval - MILLI) {
            ping();
        }
        connection.schedule(busy ? interval / BEATS : Math.min(interval / 2, IDLE_BEAT), this::beat);
    }

    private void ping() {
        if (greeting.isSaid()) {
            pingSentAt = clock.nanos();
            out.urgent(new Frame.Ping(pingSentAt));
        }
    }

    void onPong(Frame.Pong pong) {
        long now = clock.nanos();
        long nanos = now - pong.token();
        if (nanos > 0 && pong.token() == pingSentAt) {
            roundTrip.sample(nanos, now);
            state.roundTrip(roundTrip.nanos());
        }
    }
}
