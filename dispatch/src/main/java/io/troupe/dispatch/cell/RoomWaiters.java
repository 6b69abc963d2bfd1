// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Those that wait for room in a bounded mailbox. Senders are served in the order in which they came, by the thread that
 * makes room: it puts their messages for them. They are served when the mailbox is less than half full, not at every
 * poll, so that a full mailbox does not cost a wake-up per message. Others are only told that there is room. A part of
 * mailboxes; any thread.
 *
 * <p>Invariant: senders wait only while messages do, so that the consumer will come again. Known race: somebody
 * registers while the last message is polled. He registers first and looks at the size then; the consumer polls first
 * and looks for waiters then, but its poll is a release store that may become visible after that look. So it looks once
 * more when it goes to rest ({@link #rested}, behind the full fence of giving up the cell), and one of the two sees the
 * other. Who puts a sender back in line has taken it out of sight in between, and looks at the size again, too. A mailbox may
 * refuse a message though there is room for others; but not while it is empty, so that the consumer comes again as well.
 */
public final class RoomWaiters {
    /** Messages of one sender before the next one has its turn, which also bounds how long it is kept from sending. */
    private static final int SHARE = 256;

    private final int capacity;
    private final int lowMark;
    private final IntSupplier size;

    private @Nullable Set<RoomWaiter> senders; // guarded by this
    private @Nullable Set<Request> others; // guarded by this

    /** Written under the monitor. */
    private volatile boolean empty = true;

    private volatile boolean closed;

    /**
     * Nobody waits.
     *
     * @param capacity of the mailbox, at least 2
     * @param size messages in the mailbox, or as much of the capacity as is used by another measure; 0 exactly if it is empty. Any
     *     thread
     */
    public RoomWaiters(int capacity, IntSupplier size) {
        this.capacity = capacity;
        this.lowMark = (capacity - 1) / 2;
        this.size = size;
    }

    /** Whether nobody waits. Any thread. */
    public boolean isEmpty() {
        return empty;
    }

    /** Serves those that wait if there is room enough. By the consumer, after each poll while somebody waits. */
    public void polled() {
        // after the end nobody may put more in, as no other poll may follow; who is in line finds the mailbox closed
        if (!closed && isRoom()) {
            serve();
        }
    }

    /** Serves those that wait: by the consumer when it has seen the mailbox empty on going to rest. */
    public void rested() {
        if (!empty && !closed) { // after the end who waits is told by close()
            serve();
        }
    }

    /**
     * Asks to be told once when there is room, or when the mailbox has closed. Any thread.
     *
     * @param wake runs on the thread that makes room, or at once; must be quick
     * @return takes the request back; any thread, also after it was told
     */
    public Runnable add(Runnable wake) {
        Request request = new Request(wake);
        synchronized (this) {
            if (others == null) {
                others = new LinkedHashSet<>();
            }
            others.add(request);
            empty = false;
        }
        look();
        return request;
    }

    private synchronized void remove(Request request) {
        if (others != null && others.remove(request)) {
            if (others.isEmpty()) {
                others = null;
            }
            noteEmpty();
        }
    }

    /** Puts a sender in line, behind the others. Any thread. */
    void add(RoomWaiter sender) {
        synchronized (this) {
            if (senders == null) {
                senders = new LinkedHashSet<>();
            }
            senders.add(sender);
            empty = false;
        }
        look();
    }

    /** Takes a sender out of line. Any thread. */
    synchronized void remove(RoomWaiter sender) {
        if (senders != null && senders.remove(sender)) {
            noteEmpty();
        }
    }

    /** Serves all, now and from now on: nobody waits for a mailbox that has closed. */
    public void close() {
        closed = true;
        endAll();
    }

    private boolean isRoom() {
        return size.getAsInt() <= lowMark;
    }

    private void look() {
        if (closed) {
            endAll();
        } else if (isRoom()) {
            serve();
        }
    }

    private void serve() {
        // those that are only told find a place free, but one is always left for senders
        int kept = Math.min(tellOthers(), capacity - lowMark - 1);
        for (RoomWaiter next = next(); next != null; next = next()) {
            int before = size.getAsInt();
            int room = capacity - kept - before;
            if (room > 0 && !next.pour(Math.min(room, SHARE))) {
                continue;
            }
            putBack(next);
            if (closed) {
                endAll();
                return;
            }
            int now = size.getAsInt();
            if (now > lowMark || (now > 0 && now <= before)) {
                return; // the consumer will come again; a message that does not fit goes when less waits
            }
        }
    }

    private void endAll() {
        tellOthers();
        for (RoomWaiter next = next(); next != null; next = next()) {
            next.end();
        }
    }

    /** Only those present now: who finds the mailbox full again registers anew. */
    private int tellOthers() {
        Set<Request> told;
        synchronized (this) {
            told = others;
            others = null;
            noteEmpty();
        }
        if (told == null) {
            return 0;
        }
        told.forEach(request -> request.wake.run());
        return told.size();
    }

    private synchronized @Nullable RoomWaiter next() {
        if (senders == null) {
            return null;
        }
        Iterator<RoomWaiter> line = senders.iterator();
        if (!line.hasNext()) {
            return null;
        }
        RoomWaiter first = line.next();
        line.remove();
        noteEmpty();
        return first;
    }

    private synchronized void putBack(RoomWaiter sender) {
        if (senders != null) {
            senders.add(sender);
            empty = false;
        }
    }

    private synchronized void noteEmpty() {
        empty = others == null && (senders == null || senders.isEmpty());
    }

    /** Of somebody who is only told; run takes it back. */
    private final class Request implements Runnable {
        private final Runnable wake;

        Request(Runnable wake) {
            this.wake = wake;
        }

        @Override
        public void run() {
            remove(this);
        }
    }
}
