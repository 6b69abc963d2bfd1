// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/**
 * The receiver's side of a stream with credit: hands out as much as is needed to keep the sender busy over the distance. Begins
 * small, and doubles when the sender had to wait for credit while the receiver had nothing to do. One thread.
 */
public final class CreditWindow {
    private static final int FIRST = 256;

    private final int most;
    private int size;
    private int consumed;
    /** Counts down what was handed out before the last doubling: it takes as long until the new size shows. */
    private int settling;

    private int owed;

    /**
     * A window of 256, or of what is allowed at most.
     *
     * @param most items, 1 or more
     */
    public CreditWindow(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("a window must hold 1 item or more: most=" + most);
        }
        this.most = most;
        size = Math.min(FIRST, most);
    }

    /** Items that may be under way or wait. The first request is for as many. */
    public int size() {
        return size;
    }

    /** The sender has run out of credit although it had something to send, and the receiver had nothing to do. */
    public void starved() {
        if (settling > 0 || size == most) {
            return;
        }
        int more = Math.min(size, most - size);
        settling = size;
        size += more;
        owed += more;
    }

    /**
     * Items have been dealt with.
     *
     * @param n 0 or more
     * @return items to request now; 0: not yet, half a window at a time is enough
     */
    public int consumed(int n) {
        consumed += n;
        settling = Math.max(0, settling - n);
        if (consumed + owed < Math.max(1, size / 2) && owed == 0) {
            return 0;
        }
        int grant = consumed + owed;
        consumed = 0;
        owed = 0;
        return grant;
    }
}
