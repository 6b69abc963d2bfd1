// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.SendPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends the same messages to all sinks, as fast as it may. To one sink it just calls: the link delays this actor when there is no
 * room. With several it must not wait for the slowest, so what has no room is left out, and counted.
 */
public class Source extends Actor<Source> {
    private static final int BATCH = 64;
    private static final double NANOS = 1e9;
    private static final Duration TICK = Duration.ofMillis(1);

    private final List<Lane> lanes = new ArrayList<>();
    private final double rate;
    private final Control control;
    private final long started = System.nanoTime();
    private long sent;
    private long leftOut;
    private boolean idle;
    private boolean over;

    /**
     * Begins at once.
     *
     * @param sinks one or more
     * @param rate messages per second to each; infinite: flat out
     */
    public Source(List<Sink> sinks, double rate, Control control) {
        sinks.forEach(sink -> lanes.add(new Lane(sink)));
        this.rate = rate;
        this.control = control;
    }

    private static final class Lane {
        private final Sink sink;
        private long credits;

        Lane(Sink sink) {
            this.sink = sink;
        }
    }

    /**
     * How far it is.
     *
     * @param due messages that should have been sent by now; with infinite rate those that were
     * @param sent messages, each to all sinks
     * @param leftOut messages that had no room on the way to one sink
     */
    public record Progress(long due, long sent, long leftOut) {}

    @Override
    protected Promise<?> onStart() {
        for (Lane lane : lanes) {
            context().watch(lane.sink).then(ended -> lanes.remove(lane)).onError(failure -> lanes.remove(lane));
            if (control == Control.CREDIT) {
                lane.sink.grantTo(Callback.of(more -> granted(lane, more)), Control.WINDOW, Control.GRANT);
            }
        }
        self().run();
        return Promise.done();
    }

    private void granted(Lane lane, @Nullable Integer more) {
        lane.credits += more == null ? 0 : more;
        if (idle) {
            idle = false;
            run();
        }
    }

    /** Sends some, and goes on later. */
    public void run() {
        if (over) {
            return;
        }
        long now = Math.min(BATCH, Math.min(due() - sent, credits()));
        boolean several = lanes.size() > 1;
        for (long i = 0; i < now; i++) {
            send(sent++, several);
        }
        if (now == BATCH) {
            self().run();
        } else if (credits() == 0) {
            idle = true;
        } else {
            context().after(TICK, this::run);
        }
    }

    private void send(long number, boolean several) {
        for (Lane lane : lanes) {
            lane.credits--;
            if (!several) {
                lane.sink.take(number);
            } else if (!SendPolicy.attempt(lane.sink, sink -> sink.take(number))) {
                leftOut++;
            }
        }
    }

    private long due() {
        return Double.isInfinite(rate) ? sent + BATCH : (long) (rate * (System.nanoTime() - started) / NANOS);
    }

    /** Messages for which all sinks have given credits: a sink without credits stops everything. */
    private long credits() {
        if (control == Control.NAK) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, lanes.stream().mapToLong(lane -> lane.credits).min().orElse(0));
    }

    /** Sends no more, and says how far it came. */
    public Promise<Progress> end() {
        over = true;
        return Promise.of(new Progress(Double.isInfinite(rate) ? sent : due(), sent, leftOut));
    }
}
