// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The open requests of a socket by number, those that wait to be sent in order, those that wait for answers in the order of
 * their resend times. One lock guards it all, and is never held while calling others but the timers. One timer serves all:
 * resend times are equally long, so the first in the list is due first.
 */
final class PendingRequests {
    /** A request's message on its way to a pipe; the request is in no list meanwhile. */
    record Copy(OpenRequest request, SpMessage message, boolean again) {}

    private final SocketTimers timers;
    private final long resendNanos;
    private final Runnable onDue;
    private final ReentrantLock lock = new ReentrantLock();
    private final IntTable<OpenRequest> open = new IntTable<>();
    private final IntTable<Pipe> pipes = new IntTable<>();
    private final RequestList unsent = new RequestList();
    private final RequestList waiting = new RequestList();
    private int number;
    private SocketTimers.@Nullable Timeout timer;
    private volatile boolean anyUnsent;
    private volatile @Nullable SpException closed;

    /** @param onDue called by the timer when requests are due, see {@link #moveDue} */
    PendingRequests(SocketCore core, Runnable onDue) {
        this.timers = core.timers();
        this.resendNanos = Timeouts.nanos(core.options().resendTime());
        this.onDue = onDue;
        this.number = core.random().nextInt();
    }

    @Nullable
    SpException closed() {
        return closed;
    }

    /** Whether requests wait for room; without the lock, so it may just have changed. */
    boolean hasUnsent() {
        return anyUnsent;
    }

    void attach(Pipe pipe) {
        lock.lock();
        try {
            pipes.put(pipe.id(), pipe);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a pipe; returns the requests that it had, which are in no list any more. */
    List<OpenRequest> detach(Pipe pipe) {
        List<OpenRequest> lost = new ArrayList<>();
        lock.lock();
        try {
            pipes.remove(pipe.id());
            OpenRequest next = waiting.first();
            while (next != null) {
                OpenRequest request = next;
                next = request.after;
                if (request.pipe == pipe) {
                    waiting.remove(request);
                    request.pipe = null;
                    lost.add(request);
                }
            }
        } finally {
            lock.unlock();
        }
        return lost;
    }

    /**
     * Enters a request before it is offered to pipes the first time, and puts its number on the message; keeps that if it may be
     * sent again.
     */
    void enter(OpenRequest request, SpMessage message, boolean keep) {
        lock.lock();
        try {
            admit(request);
            putNumber(request, message);
            if (keep) {
                request.kept = message.retain();
            }
        } finally {
            lock.unlock();
        }
    }

    /** @throws SpException CLOSED, CANCELED */
    private void admit(OpenRequest request) {
        SpException cause = closed;
        if (cause != null) {
            throw new SpException(cause.reason(), String.valueOf(cause.getMessage()), cause);
        }
        if (request.done) {
            throw new SpException(SpError.CANCELED, "the request was given up");
        }
        while (request.id == 0 || (open.get(request.id) != null && open.get(request.id) != request)) {
            request.id = Backtrace.id(number++);
        }
        open.put(request.id, request);
    }

    private static void putNumber(OpenRequest request, SpMessage message) {
        message.clearHeader();
        message.appendHeader(request.id);
    }

    /** It could not be sent: as before {@link #enter}, save that it keeps its number. */
    void leave(OpenRequest request) {
        SpMessage kept;
        lock.lock();
        try {
            if (request.done) {
                return;
            }
            open.remove(request.id);
            kept = request.kept;
            request.kept = null;
        } finally {
            lock.unlock();
        }
        if (kept != null) {
            kept.release();
        }
    }

    /** Takes the message over and sends it when there is room. */
    void queue(OpenRequest request) {
        lock.lock();
        try {
            admit(request);
            SpMessage message = request.given;
            if (message != null) {
                request.given = null;
                putNumber(request, message);
                request.kept = message;
                unsent.addLast(request);
                anyUnsent = true;
            }
        } finally {
            lock.unlock();
        }
    }

    /** These are to be sent once more, before all others. */
    void queueAgain(List<OpenRequest> lost) {
        lock.lock();
        try {
            for (int i = lost.size() - 1; i >= 0; i--) {
                OpenRequest request = lost.get(i);
                if (!request.done) {
                    unsent.addFirst(request);
                    anyUnsent = true;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes the first that is to be sent out of the list. */
    @Nullable
    Copy takeUnsent() {
        lock.lock();
        try {
            OpenRequest request = unsent.first();
            if (request == null) {
                return null;
            }
            unsent.remove(request);
            anyUnsent = unsent.first() != null;
            SpMessage kept = request.kept;
            if (kept == null) {
                throw new IllegalStateException("an unsent request has a message: id=" + request.id);
            }
            if (resendNanos == 0) {
                request.kept = null; // let go as soon as it is sent
                return new Copy(request, kept, request.wasSent);
            }
            return new Copy(request, kept.retain(), request.wasSent);
        } finally {
            lock.unlock();
        }
    }

    /** No pipe wanted it. */
    void putBack(Copy copy) {
        OpenRequest request = copy.request();
        lock.lock();
        try {
            if (!request.done) {
                unsent.addFirst(request);
                anyUnsent = true;
                if (resendNanos == 0) {
                    request.kept = copy.message();
                    return;
                }
            }
        } finally {
            lock.unlock();
        }
        copy.message().release();
    }

    /**
     * A pipe has taken it.
     *
     * @return false if that pipe is lost already
     */
    boolean sent(OpenRequest request, Pipe pipe) {
        lock.lock();
        try {
            request.wasSent = true;
            if (request.done) {
                return true;
            }
            if (pipes.get(pipe.id()) == null) {
                return false;
            }
            request.pipe = pipe;
            waiting.addLast(request);
            if (resendNanos > 0 && resendNanos < Long.MAX_VALUE) {
                request.due = timers.nanos() + resendNanos;
                if (timer == null) {
                    timer = timers.after(resendNanos, onDue);
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The timer has run: what is due is unsent again, the timer waits for the next. */
    void moveDue() {
        lock.lock();
        try {
            timer = null;
            if (closed != null) {
                return;
            }
            long now = timers.nanos();
            OpenRequest first = waiting.first();
            while (first != null && first.due - now <= 0) {
                waiting.remove(first);
                first.pipe = null;
                unsent.addLast(first);
                anyUnsent = true;
                first = waiting.first();
            }
            if (first != null) {
                timer = timers.after(first.due - now, onDue);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The request with this number, which is done now; null: there is none. */
    @Nullable
    OpenRequest answered(int id) {
        OpenRequest request;
        SpMessage kept;
        lock.lock();
        try {
            request = open.get(id);
            if (request == null) {
                return null;
            }
            kept = strike(request);
        } finally {
            lock.unlock();
        }
        if (kept != null) {
            kept.release();
        }
        return request;
    }

    /** Ends a request; false if it had ended. */
    boolean finish(OpenRequest request) {
        SpMessage kept;
        lock.lock();
        try {
            if (request.done) {
                return false;
            }
            kept = strike(request);
        } finally {
            lock.unlock();
        }
        if (kept != null) {
            kept.release();
        }
        return true;
    }

    private @Nullable SpMessage strike(OpenRequest request) {
        request.done = true;
        if (request.id != 0 && open.get(request.id) == request) {
            open.remove(request.id);
        }
        waiting.remove(request);
        if (request.list == unsent) {
            unsent.remove(request);
            anyUnsent = unsent.first() != null;
        }
        request.pipe = null;
        SpMessage kept = request.kept;
        request.kept = null;
        return kept;
    }

    /** All that wait for room. */
    List<OpenRequest> unsent() {
        List<OpenRequest> all = new ArrayList<>();
        lock.lock();
        try {
            for (OpenRequest request = unsent.first(); request != null; request = request.after) {
                all.add(request);
            }
        } finally {
            lock.unlock();
        }
        return all;
    }

    /** Takes no more requests; returns those that were open, which are done now. */
    List<OpenRequest> close(SpException cause) {
        List<OpenRequest> left;
        List<SpMessage> kept = new ArrayList<>();
        lock.lock();
        try {
            closed = cause;
            left = open.values();
            for (OpenRequest request : left) {
                SpMessage message = strike(request);
                if (message != null) {
                    kept.add(message);
                }
            }
            if (timer != null) {
                timer.cancel();
            }
        } finally {
            lock.unlock();
        }
        kept.forEach(SpMessage::release);
        return left;
    }
}
