// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/** How many items of a stream the other side is ready for: what it has requested, less what it was sent. One thread. */
public final class Credit {
    private long left;

    /** None. */
    public Credit() {}

    /**
     * The other side is ready for more.
     *
     * @param n 1 or more; sums that do not fit a long mean that there is no limit any more
     */
    public void request(long n) {
        if (n <= 0) {
            throw new IllegalArgumentException("a request must be for 1 item or more: n=" + n);
        }
        left = left > Long.MAX_VALUE - n ? Long.MAX_VALUE : left + n;
    }

    /** Takes one. False: there is none. */
    public boolean take() {
        return take(1) == 1;
    }

    /**
     * Takes some.
     *
     * @param wanted 0 or more
     * @return how many there were, 0 to wanted
     */
    public long take(long wanted) {
        long taken = Math.max(0, Math.min(wanted, left));
        if (left != Long.MAX_VALUE) {
            left -= taken;
        }
        return taken;
    }

    /** Items that may be sent; {@link Long#MAX_VALUE}: no limit. */
    public long left() {
        return left;
    }
}
