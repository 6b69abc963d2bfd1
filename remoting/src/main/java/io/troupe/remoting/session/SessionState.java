// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.pacing.HeartbeatMonitor;
import io.troupe.remoting.pacing.RoundTrip;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether the link is up, why not, and whether the other side is alive. Loop only, unless said otherwise. */
final class SessionState {
    private static final long MILLI = 1_000_000;
    private static final long FIRST_GUESS = MILLI;
    private static final int BEATS = 4;
    /** What watches for signs of life wants to be asked once a second. */
    private static final long IDLE_BEAT = 1_000 * MILLI;
    /** Pings and answers of both sides that go to and fro without anything else. */
    private static final int PINGS_PER_BEAT = 4;

    private final Session session;
    private final Connection connection;
    private final long heartbeat;
    private final Duration greeting;
    private final HeartbeatMonitor pulse;
    private final RoundTrip roundTrip;
    private long heardAt;
    private long pingSentAt;
    private long movedAtBeat;
    private boolean greeted;
    private boolean over;
    private @Nullable String pending;

    /** Read by any thread. */
    private volatile boolean down;

    private volatile @Nullable String cause;
    private volatile LinkLoss.Reason loss = LinkLoss.Reason.RESET;
    private volatile long roundTripNanos = FIRST_GUESS;

    SessionState(Session session, Connection connection, Duration heartbeat, Duration greeting) {
        this.session = session;
        this.connection = connection;
        this.heartbeat = heartbeat.toNanos();
        this.greeting = greeting;
        long now = System.nanoTime();
        this.pulse = new HeartbeatMonitor(now);
        this.roundTrip = new RoundTrip(now, FIRST_GUESS);
        this.heardAt = now;
    }

    void start() {
        connection.schedule(greeting.toNanos(), this::greetedInTime);
        ping();
        connection.schedule(heartbeat / BEATS, this::beat);
    }

    private void greetedInTime() {
        if (!greeted && !down) {
            session.farewell()
                    .abort(
                            "the other side has not said hello in time: greetingWithin=" + greeting,
                            LinkLoss.Reason.SILENT);
        }
    }

    /** The other side has said hello. */
    void onHello(Map<String, String> properties) {
        if (greeted) {
            session.farewell().fail("the other side has said hello twice");
            return;
        }
        String refusal = session.refusal(properties);
        if (refusal != null) {
            session.farewell().refuse(refusal);
            return;
        }
        greeted = true;
        session.peer(properties);
        session.events().onUp(session, properties);
    }

    boolean isGreeted() {
        return greeted;
    }

    /** Whether nothing that comes is looked at any more: the last frame has come, or this side has given up. */
    boolean isOver() {
        return over || down;
    }

    void heard(long now) {
        heardAt = now;
        pulse.heard(now);
    }

    /**
     * Pings when it has been silent for a heartbeat, so that an idle link costs one ping and its answer per heartbeat: whichever
     * side is first spares the other its own. A busy one is pinged at every beat, for the round trip.
     */
    private void beat() {
        if (down) {
            return;
        }
        long now = System.nanoTime();
        if (session.brake().isOn()) {
            heard(now); // nothing is read: that is no silence of the other side
        }
        session.assembly().checkTime(now);
        if (pulse.state(now) == HeartbeatMonitor.State.DEAD) {
            session.farewell()
                    .abort(
                            "no sign of life for "
                                    + Duration.ofNanos(now - heardAt).toMillis() + " ms",
                            LinkLoss.Reason.SILENT);
            return;
        }
        long moved = session.framesMoved();
        boolean busy = moved - movedAtBeat > PINGS_PER_BEAT;
        movedAtBeat = moved;
        if (busy || now - heardAt >= heartbeat - MILLI) {
            ping();
        }
        connection.schedule(busy ? heartbeat / BEATS : Math.min(heartbeat / 2, IDLE_BEAT), this::beat);
    }

    private void ping() {
        if (!session.greets()) {
            return;
        }
        pingSentAt = System.nanoTime();
        session.writer().urgent(new Frame.Ping(pingSentAt));
    }

    void onPong(Frame.Pong pong) {
        long now = System.nanoTime();
        long nanos = now - pong.token();
        if (nanos > 0 && pong.token() == pingSentAt) {
            roundTrip.sample(nanos, now);
            roundTripNanos = roundTrip.nanos();
        }
    }

    /** The other side has said goodbye. */
    void onGoodbye(Frame.Goodbye word) {
        String text = "the other side has closed the link: " + word.reason();
        over = true;
        loss = session.departure().peer() == null ? LinkLoss.Reason.LEFT : LinkLoss.Reason.DRAINED;
        pending = word.reason().isEmpty() ? null : text;
        session.departure().onGoodbye(word.last(), PeerText.of(text));
        session.writer().stop();
        connection.close();
    }

    /** The other side has said goodbye instead of hello. */
    void onRefusal(String reason) {
        failing("the other side has refused the link: " + reason, LinkLoss.Reason.REFUSED);
        connection.close();
    }

    /** This side is about to close. */
    void closing(String reason) {
        pending = reason;
        loss = session.departure().isAnnounced() ? LinkLoss.Reason.DRAINED : LinkLoss.Reason.CLOSED;
    }

    /** This side closes after it has said that it goes. */
    void drained(String reason) {
        pending = reason;
        loss = LinkLoss.Reason.DRAINED;
    }

    /** This side gives up. */
    void failing(String reason, LinkLoss.Reason why) {
        over = true;
        pending = reason;
        loss = why;
    }

    /** Whether it has ended just now. */
    boolean end(@Nullable String why) {
        if (down) {
            return false;
        }
        cause = pending == null ? why : pending;
        down = true;
        return true;
    }

    /** Any thread. */
    boolean isDown() {
        return down;
    }

    /** Any thread. */
    @Nullable
    String cause() {
        return cause;
    }

    /** Any thread. */
    LinkLoss.Reason loss() {
        return loss;
    }

    /** Any thread. */
    long roundTrip() {
        return roundTripNanos;
    }
}
