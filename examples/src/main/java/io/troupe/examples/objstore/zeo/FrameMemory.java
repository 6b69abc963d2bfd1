// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.core.actor.Actor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * The memory of long messages in one direction, of all links together: of those that have come in part, or of answers that have
 * not left. A claim that finds no room waits in line. When the first one has waited for ten seconds, links end whose claims hold
 * memory and whose bytes do not move, all at the same time; and every other one that is let in is the newest, which has not to
 * wait until all that have stopped were let in and ended.
 */
public class FrameMemory extends Actor<FrameMemory> {
    /** A buffer that grows has up to twice the bytes of its message; one that is encoded is copied. */
    private static final int COPIES = 2;

    private static final long PATIENCE = Duration.ofSeconds(10).toNanos();
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final String TIMER = "pace";

    private final long most;
    private final List<Place> holders = new ArrayList<>();
    private final ArrayDeque<Place> line = new ArrayDeque<>();
    private long used;
    private boolean newestNext = true;

    /** @param since the time at which it was let in, or began to wait */
    private record Place(Claim claim, long bytes, long since) {}

    /** Gives so many bytes at a time, and lets one message in whatever its size. */
    FrameMemory(long most) {
        this.most = most;
    }

    /** Tells the claim when there is memory. {@link #over} must follow. */
    public void ask(Claim claim, int bytes) {
        boolean nobodyWaited = line.isEmpty();
        line.add(new Place(claim, (long) COPIES * bytes, now()));
        letIn();
        if (nobodyWaited && !line.isEmpty()) {
            lookLater();
        }
    }

    /** The message is through, or never will be. */
    public void over(Claim claim) {
        holders.removeIf(place -> {
            used -= place.claim == claim ? place.bytes : 0;
            return place.claim == claim;
        });
        line.removeIf(place -> place.claim == claim);
        letIn();
    }

    private void letIn() {
        while (!line.isEmpty()) {
            boolean newest = newestNext && isInVain();
            Place next = newest ? line.getLast() : line.getFirst();
            if (used > 0 && used + next.bytes > most) {
                break;
            }
            line.remove(next);
            newestNext = !newest;
            used += next.bytes;
            holders.add(new Place(next.claim, next.bytes, now()));
            next.claim.granted();
        }
        if (line.isEmpty()) {
            context().cancelTimer(TIMER);
        }
    }

    private void lookLater() {
        context().after(TIMER, INTERVAL, this::look);
    }

    private void look() {
        boolean inVain = isInVain();
        for (Place place : holders) {
            if (now() - place.since >= INTERVAL.toNanos()) {
                place.claim.look(inVain, line.size());
            }
        }
        lookLater();
    }

    private boolean isInVain() {
        return now() - line.getFirst().since >= PATIENCE;
    }

    private long now() {
        return context().clock().nanos();
    }

    /**
     * What one direction of a link has of a {@link FrameMemory}: nothing, or room for one long message. On the loop of the link,
     * except where something else is said.
     */
    static final class Claim {
        /** Bytes that have to move in an interval while others wait. */
        static final long PACE = 16 << 10;

        private final FrameMemory memory;
        private final Executor loop;
        private final LongSupplier moved;
        private final Runnable onGrant;
        private final StallListener onStall;
        /** Bytes of the message; 0: there is none. */
        private int asked;

        private boolean granted;
        private long movedBefore;

        /** Told that a message has memory, does not move, and that others wait for that. */
        interface StallListener {
            void onStall(int bytes, int waiting);
        }

        /**
         * A claim without a message.
         *
         * @param loop of the link
         * @param moved bytes that have come, or left, so far
         * @param onGrant runs on the loop when there is memory
         * @param onStall is told on the loop
         */
        Claim(FrameMemory memory, Executor loop, LongSupplier moved, Runnable onGrant, StallListener onStall) {
            this.memory = memory;
            this.loop = loop;
            this.moved = moved;
            this.onGrant = onGrant;
            this.onStall = onStall;
        }

        /** Whether there is memory for a message; if not, it is asked for. {@link #over} must follow. */
        boolean hasRoom(int bytes) {
            if (granted && bytes > asked) { // it was asked for another one
                over();
            }
            if (asked == 0) {
                asked = bytes;
                memory.ask(this, bytes);
            }
            return granted;
        }

        /** The message is through, or there is none any more. */
        void over() {
            if (asked > 0) {
                asked = 0;
                granted = false;
                memory.over(this);
            }
        }

        /** There is memory. Any thread. */
        void granted() {
            loop.execute(() -> {
                if (asked > 0) { // else the link has ended meanwhile
                    granted = true;
                    movedBefore = moved.getAsLong();
                    onGrant.run();
                }
            });
        }

        /**
         * An interval is over. Any thread.
         *
         * @param ends whether others have waited for long
         * @param waiting how many there are
         */
        void look(boolean ends, int waiting) {
            loop.execute(() -> {
                long now = moved.getAsLong();
                boolean stalled = granted && now - movedBefore < PACE;
                movedBefore = now;
                if (stalled && ends) {
                    granted = false; // told once
                    onStall.onStall(asked, waiting);
                }
            });
        }
    }
}
