// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

/**
 * The calls of this side that the other side has not answered, as the other side counts them: by number, and by bytes with the
 * arguments of calls by key and with what was handed over in calls and has not ended. While it has as many as it takes, further ones
 * wait here instead of being refused there. Loop only.
 */
final class CallWindow {
    private final WriteQueue queue;

    /** What the other side takes. */
    private long mostCalls = Long.MAX_VALUE;

    private long mostBytes = Long.MAX_VALUE;

    /** What it has. */
    private int calls;

    private long bytes;

    /** Before the last call. */
    private long before;

    /** Of the largest call so far: the next one may be as large. */
    private long largest = InboundCalls.CALL;

    private long answered;

    /** Whether nothing waits although the other side has as many as it takes. */
    private boolean open;

    /**
     * Nothing is under way, and nobody knows what the other side takes.
     *
     * @param queue woken up when it takes calls again
     */
    CallWindow(WriteQueue queue) {
        this.queue = queue;
    }

    /**
     * What the other side has said that it takes.
     *
     * @param newMostCalls calls under way, from 1
     * @param newMostBytes that they keep, from 1
     */
    void peer(long newMostCalls, long newMostBytes) {
        mostCalls = newMostCalls;
        mostBytes = newMostBytes;
    }

    /** Whether the next call has to wait. One is under way then. */
    boolean isFull() {
        return isReached() && !open;
    }

    private boolean isReached() {
        return calls >= mostCalls || (calls > 0 && bytes + largest > mostBytes);
    }

    /** A call begins. */
    void begins() {
        calls++;
        before = bytes;
        bytes += InboundCalls.CALL;
    }

    /**
     * The call that has begun last is on its way, with what was handed over in it.
     *
     * @param arguments bytes that it keeps over there besides
     */
    void keeps(int arguments) {
        bytes += arguments;
        largest = Math.max(largest, Math.min(bytes - before, mostBytes / 2));
    }

    /** Something is handed over that takes so many bytes there until it ends. */
    void handsOver(int more) {
        bytes += more;
    }

    /** Something that was handed over has ended. */
    void hasBack(int less) {
        boolean full = isFull();
        bytes -= less;
        roomAgain(full);
    }

    /**
     * A call is over.
     *
     * @param kept all bytes that were counted for it
     */
    void ends(long kept) {
        boolean full = isFull();
        calls--;
        bytes -= kept;
        answered++;
        roomAgain(full);
    }

    private void roomAgain(boolean full) {
        open &= isReached();
        if (full && !isFull()) {
            queue.wake();
        }
    }

    /** Calls that were over so far. */
    long answered() {
        return answered;
    }

    /**
     * No answer has come for a while: what is under way may wait for what waits here. Until the other side has fewer than it takes,
     * nothing waits, and it may refuse what is too much.
     */
    void open() {
        open = isReached();
    }
}
