// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.pacing.QueuePressure;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The last step to one actor's mailbox, which never waits: complains to the sender when the mailbox fills up, holds back what
 * the mailbox does not take, in order, and makes the sender pause when too many bytes wait. Loop only.
 */
final class InboundQueue implements PromiseCarrier {
    /** What a message takes in memory besides its contents, roughly. */
    private static final int OBJECT = 64;

    /** One target may hold as much of what is free before its senders have to pause: a quarter. */
    private static final int PAUSE_PART = 4;

    /** Whatever others hold, a part of so many bytes is a target's. */
    private static final long LEAST = 256 << 10;

    /** They go on when it holds half of that. */
    private static final int RESUME_PART = 8;

    /** Bytes after which a pause that is not obeyed is said again. */
    private static final long TELL_AGAIN = 1 << 20;

    private final Outlet outlet;
    private final InboundQueues queues;
    private final long id;

    /** Null if the messages go on to somewhere else, which counts them itself. */
    private final @Nullable MailboxLoad mailbox;

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private long heldBytes;

    /** Whether it is among those behind which something may wait. */
    private boolean loaded;

    /** Whether the other side has been told to send nothing more, and what has come since, in bytes of frames. */
    private boolean paused;

    private long sincePause;
    private long sinceTold;

    /**
     * A message held back.
     *
     * @param message that was refused
     * @param bytes it weighs
     */
    private record Held(Message message, int bytes) {}

    /**
     * Holds nothing.
     *
     * @param outlet the actor
     * @param id its number on the link
     * @param queues of the link
     * @param mailbox of the actor; null if it has none here
     */
    InboundQueue(Outlet outlet, long id, InboundQueues queues, @Nullable MailboxLoad mailbox) {
        this.outlet = outlet;
        this.id = id;
        this.queues = queues;
        this.mailbox = mailbox;
    }

    /** Passes a tell or ask on, or holds it back. */
    void put(Message message, int size) {
        int bytes = size + OBJECT;
        queues.came(this, bytes);
        if (!held.isEmpty() || isFull(message) || !offer(message, bytes)) {
            held.add(new Held(message, bytes));
            heldBytes += bytes;
            queues.hold(this);
        }
        if (paused) {
            stillComing();
        } else if (isTooMuch()) {
            pause(true);
        }
        MailboxLoad known = mailbox;
        if (known != null && known.came(queues.frameBytes(), queues.now())) {
            complain(known);
        }
    }

    /** They count with what waits last, which is worked off behind the call that has brought the promise. */
    @Override
    public boolean carries(int size) {
        int bytes = size + OBJECT;
        if (looked() == 0) {
            return true;
        }
        if (!queues.hasRoom(bytes)) {
            return false;
        }
        Held last = held.pollLast();
        if (last != null) {
            held.add(new Held(last.message, last.bytes + bytes));
            heldBytes += bytes;
        } else if (mailbox == null || !mailbox.add(bytes)) {
            return true;
        }
        queues.waits(this, bytes);
        return true;
    }

    // ---- the bound in bytes --------------------------------------------------------------------------------------

    /** What waits here is more than a fair part of what is free: so others find room whatever one target does. */
    private boolean isTooMuch() {
        return bytes() > part(PAUSE_PART) && looked() > part(PAUSE_PART);
    }

    private long part(int divisor) {
        return Math.max(LEAST / divisor, queues.free() / divisor);
    }

    private long bytes() {
        return mailbox == null ? heldBytes : mailbox.bytes() + heldBytes;
    }

    /** The same, after a look at what has been worked off. */
    private long looked() {
        if (mailbox != null) {
            queues.gone(mailbox.workedOff());
        }
        return bytes();
    }

    private void pause(boolean now) {
        paused = now;
        sincePause = 0;
        sinceTold = 0;
        queues.pause(this, id, now);
    }

    /** A few messages were on their way; who goes on and on does not listen. */
    private void stillComing() {
        int bytes = queues.frameBytes() + QueuePressure.PER_MESSAGE;
        sincePause += bytes;
        sinceTold += bytes;
        if (sinceTold > TELL_AGAIN) {
            sinceTold = 0;
            queues.pause(this, id, true); // it may have got a new number for the target
        }
        queues.checkObeyed(sincePause, outlet);
    }

    /** Looks at what has been worked off, and lets the other side go on if there is room. Returns whether nothing is left. */
    boolean settle() {
        long bytes = looked();
        if (paused && bytes <= part(RESUME_PART)) {
            pause(false);
        }
        loaded = bytes != 0;
        return !loaded;
    }

    /** Something will wait here. Returns whether it is the first. */
    boolean load() {
        boolean first = !loaded;
        loaded = true;
        return first;
    }

    private boolean isFull(Message message) {
        if (message instanceof AskMessage && queues.answersWait()) {
            return true; // each would lead to one more answer that the other side does not take
        }
        return mailbox != null && mailbox.isFull();
    }

    /** Whether the message has been dealt with. */
    private boolean offer(Message message, int bytes) {
        Offer outcome =
                message instanceof TellMessage tell ? outlet.tryTell(tell) : outlet.tryAsk((AskMessage<?>) message);
        if (outcome != Offer.FULL) {
            if (mailbox != null) {
                mailbox.put(bytes);
            } else {
                queues.gone(bytes); // goes on to somebody who counts it himself
            }
            return true;
        }
        if (outlet instanceof RemoteOutlet || (mailbox != null && mailbox.paces())) {
            return false;
        }
        refuse(message);
        queues.gone(bytes);
        return true;
    }

    private void refuse(Message message) {
        if (message instanceof AskMessage<?> ask) {
            ask.reject(new MailboxFullException("a full mailbox refuses the call: actor=" + outlet.address()));
        } else {
            dead((TellMessage) message, DeadLetter.Reason.MAILBOX_FULL);
        }
    }

    /** It came on a connection that the other side has given up. */
    private void lose(Message message) {
        if (message instanceof AskMessage<?> ask) {
            ask.reject(Failures.lost("the other side has dialled again", "actor=" + outlet.address(), false));
        } else {
            dead((TellMessage) message, DeadLetter.Reason.LINK_LOST);
        }
    }

    private void dead(TellMessage message, DeadLetter.Reason reason) {
        queues.host().deadLetter(new DeadLetter(outlet.address(), String.valueOf(message.method()), reason));
    }

    private void complain(MailboxLoad known) {
        long now = queues.now();
        QueuePressure pressure = known.pressure(now, queues.roundTrip(), held.size());
        if (pressure != null) {
            queues.complain(id, pressure, known.meanBytes(now));
        }
    }

    /** Passes on what was held back, as far as there is room now; returns whether everything has gone. */
    boolean retry() {
        if (mailbox != null) {
            mailbox.count();
        }
        synchronized (queues.passing()) {
            return !queues.isSuperseded() && passOn();
        }
    }

    private boolean passOn() {
        for (Held next = held.peek(); next != null; next = held.peek()) {
            if (isFull(next.message) || !offer(next.message, next.bytes)) {
                if (mailbox != null) {
                    complain(mailbox);
                }
                return false;
            }
            held.poll();
            heldBytes -= next.bytes;
        }
        return true;
    }

    /**
     * The link has ended, or the other side does not hold the actor any more: what came in time is delivered all the same, unless
     * a later session of the same link may have delivered something already.
     */
    void close() {
        if (mailbox != null) {
            mailbox.close();
        }
        synchronized (queues.passing()) {
            for (Held next = held.poll(); next != null; next = held.poll()) {
                heldBytes -= next.bytes;
                if (queues.isSuperseded()) {
                    lose(next.message);
                    queues.gone(next.bytes);
                } else if (!offer(next.message, next.bytes)) {
                    refuse(next.message);
                    queues.gone(next.bytes);
                }
            }
        }
        queues.closed(this);
        if (mailbox != null) {
            queues.gone(mailbox.clear());
        }
    }
}
