// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.PlainText;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.LinkLoss;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * How a link ends in good order: the side that goes says so and takes nothing new, what is under way is finished, and then the link
 * is closed. Both sides agree about what was never begun. Loop only, unless said otherwise.
 */
final class Drain {
    private static final long FIRST_LOOK = 1_000_000;
    private static final long LONGEST_LOOK = 50_000_000;

    /**
     * Of the ping behind the announcement: its answer comes behind all that was sent before that was read. No time of a
     * heartbeat, even where time stands still.
     */
    private static final long TOKEN = Long.MIN_VALUE / 2;

    private final OutletHost host;
    private final SessionState state;
    private final WriteQueue out;
    private final Streams streams;
    private final GracefulClose close;
    private final InboundCalls inbound;
    private final FragmentAssembler assembler;
    private final LinkWriter writer;
    private final OutCells cells;
    private final CallFrames frames;
    private final BiConsumer<LinkLoss, Boolean> onDraining;

    /** They wait for the end of the link, or of what is under way. Any thread. */
    private final Queue<SettablePromise<Boolean>> waiting = new ConcurrentLinkedQueue<>();

    /** Whether the other side has read the announcement, and all that it had sent before has come. */
    private boolean read;

    /** Whether all was finished when this side has closed the link. */
    private volatile boolean finished;

    /**
     * Nobody goes.
     *
     * @param host has the time
     * @param streams what one side waits for
     * @param close ends the link
     * @param inbound calls of the other side, which are answered first
     * @param assembler has what has come in part
     * @param writer has what has left in part
     * @param cells what waits in them is sent, or refused if the other side goes
     * @param frames refuse new calls if the other side goes
     * @param onDraining told what has been said, and whether by the other side
     */
    Drain(
            OutletHost host,
            SessionState state,
            WriteQueue out,
            Streams streams,
            GracefulClose close,
            InboundCalls inbound,
            FragmentAssembler assembler,
            LinkWriter writer,
            OutCells cells,
            CallFrames frames,
            BiConsumer<LinkLoss, Boolean> onDraining) {
        this.host = host;
        this.state = state;
        this.out = out;
        this.streams = streams;
        this.close = close;
        this.inbound = inbound;
        this.assembler = assembler;
        this.writer = writer;
        this.cells = cells;
        this.frames = frames;
        this.onDraining = onDraining;
    }

    // ---- this side goes ------------------------------------------------------------------------------------------

    /**
     * Announces that this side goes, and ends the link when nothing is under way any more. Any thread.
     *
     * @return fulfilled at the end of the link: whether nothing was under way
     */
    Promise<Boolean> drain(Duration limit, String reason, String elsewhere) {
        long end = host.clock().nanos() + limit.toNanos();
        return begin(
                reason,
                elsewhere,
                done -> look(end, FIRST_LOOK, this::isBusy, idle -> {
                    finished = idle;
                    close.drained(
                            idle ? "drained, " + reason : "drained, with calls left after " + limit + ", " + reason);
                }));
    }

    /**
     * Announces that this side goes, and goes on: also with calls of its own. Any thread.
     *
     * @return fulfilled when no call of the other side is under way, or the time is over: whether none was
     */
    Promise<Boolean> announce(Duration limit, String reason, String elsewhere) {
        long end = host.clock().nanos() + limit.toNanos();
        return begin(
                reason,
                elsewhere,
                done -> look(end, FIRST_LOOK, this::owes, idle -> {
                    waiting.remove(done);
                    done.complete(idle);
                }));
    }

    private Promise<Boolean> begin(String reason, String elsewhere, Consumer<SettablePromise<Boolean>> then) {
        SettablePromise<Boolean> done = host.newPromise();
        waiting.add(done);
        out.execute(() -> {
            if (!state.isDown()) {
                say(reason, elsewhere);
                then.accept(done);
            }
        });
        if (state.isDown()) { // the task may have been dropped
            ended();
        }
        return done;
    }

    private void say(String reason, String elsewhere) {
        if (state.isAnnounced()) {
            return;
        }
        if (state.peerKnowsDepartures()) {
            state.announced();
            streams.takeNoMore();
            out.urgent(new Frame.GoAway(streams.latest(), reason, elsewhere));
            out.urgent(new Frame.Ping(TOKEN));
        }
        onDraining.accept(new LinkLoss(LinkLoss.Reason.DRAINED, reason, elsewhere), false);
    }

    void onPong(Frame.Pong pong) {
        read |= state.isAnnounced() && pong.token() == TOKEN;
    }

    /** Looks again and again until nothing is under way, or the time is over. */
    private void look(long end, long pause, BooleanSupplier busy, Consumer<Boolean> then) {
        boolean under = busy.getAsBoolean();
        if (under && host.clock().nanos() - end < 0) {
            out.later(pause, () -> look(end, Math.min(2 * pause, LONGEST_LOOK), busy, then));
        } else {
            then.accept(!under);
        }
    }

    /** Whether the other side waits for answers, or may still send what it began before it knew. */
    private boolean owes() {
        return (state.isAnnounced() && !read) || inbound.going() > 0 || assembler.isWaiting() || writer.isWaiting();
    }

    private boolean isBusy() {
        return owes() || cells.isWaiting() || streams.isAwaited();
    }

    /** The link has ended. Any thread. */
    void ended() {
        for (SettablePromise<Boolean> done = waiting.poll(); done != null; done = waiting.poll()) {
            done.complete(finished);
        }
    }

    // ---- the other side goes -------------------------------------------------------------------------------------

    /** The other side announces that it goes: what it has not taken was not executed, and nothing new is sent. */
    void onGoAway(Frame.GoAway away) {
        if (state.departure() != null) {
            return; // it has been told
        }
        LinkLoss loss = new LinkLoss(
                LinkLoss.Reason.DRAINED,
                PlainText.of("the other side goes and takes no new calls: " + away.reason()),
                PlainText.of(away.elsewhere()));
        state.departing(loss);
        LinkLostException refused = Failures.lost(loss.cause(), "peer=" + state.peer(), false);
        streams.refused(away.last(), refused);
        streams.late(() -> out.execute(() -> streams.refused(away.last(), refused)));
        frames.refuse();
        writer.refuse(cells.all());
        onDraining.accept(loss, true);
    }
}
