// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.LinkLoss;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a link ends in good order: who goes says so and takes nothing new, what is under way is finished, and then the link is
 * closed. Knows which calls of the other side were taken, so that both sides agree about what was never begun. Loop only, unless
 * said otherwise.
 */
final class Drain {
    private static final long FIRST_LOOK = 1_000_000;
    private static final long LONGEST_LOOK = 50_000_000;

    private final Session session;

    /** Who waits for the end of the link, or of what is under way. Any thread. */
    private final Queue<CompletablePromise<Boolean>> waiting = new ConcurrentLinkedQueue<>();

    /** Highest number of a call, stream or watch of the other side that was taken. */
    private long latest;

    /** Whether the other side has been told that this one goes. */
    private boolean announced;

    /** Sent behind the announcement: its answer comes behind all that was sent before that was read. */
    private long token;

    private boolean read;

    /** Whether all was finished when this side has closed the link. */
    private volatile boolean finished;

    /** What the other side has said when it announced that it goes. Written on the loop; read by any thread. */
    private volatile @Nullable LinkLoss peer;

    Drain(Session session) {
        this.session = session;
    }

    /** The other side begins a call, stream or watch. Returns whether it is taken. */
    boolean takes(long stream) {
        if (stream > latest) {
            if (announced) {
                return false; // it will read which one was the last
            }
            latest = stream;
        }
        return true;
    }

    /** Highest number of what was taken. */
    long latest() {
        return latest;
    }

    // ---- this side goes ------------------------------------------------------------------------------------------

    /**
     * Announces that this side goes, and ends the link when nothing is under way any more. Any thread.
     *
     * @return fulfilled at the end of the link: whether nothing was under way
     */
    Promise<Boolean> drain(Duration limit, String reason, String elsewhere) {
        long end = System.nanoTime() + limit.toNanos();
        return begin(
                reason,
                elsewhere,
                done -> look(end, FIRST_LOOK, this::isBusy, idle -> {
                    finished = idle;
                    session.farewell()
                            .drained(
                                    idle
                                            ? "drained, " + reason
                                            : "drained, with calls left after " + limit + ", " + reason);
                }));
    }

    /**
     * Announces that this side goes, and goes on: also with calls of its own. Any thread.
     *
     * @return fulfilled when no call of the other side is under way, or the time is over: whether none was
     */
    Promise<Boolean> announce(Duration limit, String reason, String elsewhere) {
        long end = System.nanoTime() + limit.toNanos();
        return begin(
                reason,
                elsewhere,
                done -> look(end, FIRST_LOOK, this::owes, idle -> {
                    waiting.remove(done);
                    done.complete(idle);
                }));
    }

    private Promise<Boolean> begin(String reason, String elsewhere, Consumer<CompletablePromise<Boolean>> then) {
        CompletablePromise<Boolean> done = new CompletablePromise<>();
        waiting.add(done);
        session.execute(() -> {
            if (!session.isDown()) {
                say(reason, elsewhere);
                then.accept(done);
            }
        });
        if (session.isDown()) { // the task may have been dropped
            ended();
        }
        return done;
    }

    private void say(String reason, String elsewhere) {
        if (announced) {
            return;
        }
        if (session.peerKnowsDepartures()) {
            announced = true;
            token = System.nanoTime();
            session.writer().urgent(new Frame.GoAway(latest, reason, elsewhere));
            session.writer().urgent(new Frame.Ping(token));
        }
        session.events().onDraining(session, new LinkLoss(LinkLoss.Reason.DRAINED, reason, elsewhere), false);
    }

    void onPong(Frame.Pong pong) {
        read |= announced && pong.token() == token;
    }

    /** Looks again and again until nothing is under way, or the time is over. */
    private void look(long end, long pause, BooleanSupplier busy, Consumer<Boolean> then) {
        boolean under = busy.getAsBoolean();
        if (under && System.nanoTime() - end < 0) {
            session.later(pause, () -> look(end, Math.min(2 * pause, LONGEST_LOOK), busy, then));
        } else {
            then.accept(!under);
        }
    }

    /** Whether the other side waits for answers, or may still send what it began before it knew. */
    private boolean owes() {
        return (announced && !read)
                || session.router().going() > 0
                || session.assembly().isWaiting()
                || session.writer().isWaiting();
    }

    private boolean isBusy() {
        return owes() || session.cells().isWaiting() || session.streams().isAwaited();
    }

    /** Whether the other side was told that this one goes. */
    boolean isAnnounced() {
        return announced;
    }

    /** The link has ended. Any thread. */
    void ended() {
        for (CompletablePromise<Boolean> done = waiting.poll(); done != null; done = waiting.poll()) {
            done.complete(finished);
        }
    }

    // ---- the other side goes -------------------------------------------------------------------------------------

    /** The other side announces that it goes: what it has not taken was not executed, and nothing new is sent. */
    void onGoAway(Frame.GoAway away) {
        if (peer != null) {
            return; // it has been told
        }
        LinkLoss loss = new LinkLoss(
                LinkLoss.Reason.DRAINED,
                PeerText.of("the other side goes and takes no new calls: " + away.reason()),
                PeerText.of(away.elsewhere()));
        peer = loss;
        LinkLostException refused = notTaken(loss.cause());
        session.streams().refused(away.last(), refused);
        session.streams().late(() -> session.execute(() -> session.streams().refused(away.last(), refused)));
        session.sending().refuse();
        session.events().onDraining(session, loss, true);
    }

    /** The other side has closed the link, and says what it has taken. */
    void onGoodbye(long last, String why) {
        if (last >= 0) {
            session.streams().refused(last, notTaken(why));
        }
    }

    private LinkLostException notTaken(String why) {
        return Failures.lost(why, "peer=" + session.peerAddress(), false);
    }

    /** What the other side has said when it announced that it goes, or null. Any thread. */
    @Nullable
    LinkLoss peer() {
        return peer;
    }
}
