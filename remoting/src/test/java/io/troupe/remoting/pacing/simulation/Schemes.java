// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import io.troupe.remoting.pacing.Credit;
import io.troupe.remoting.pacing.CreditWindow;

/** What pacing by complaint is compared with. */
final class Schemes {
    private Schemes() {}

    /** Nothing but TCP. */
    static Scheme tcp() {
        return new Scheme() {};
    }

    /** A window of fixed size, renewed when half of it has been dealt with. */
    static Scheme credit(int size) {
        return new FixedCredit(size);
    }

    /** A window that grows with the product of bandwidth and delay. */
    static Scheme autoCredit() {
        return new AutoCredit();
    }

    private abstract static class Credits implements Scheme {
        final Credit credit = new Credit();
        private long seen;

        @Override
        public int permits(long now, int wanted) {
            return (int) Math.min(wanted, credit.left());
        }

        @Override
        public void sent(int n, long now) {
            credit.take(n);
        }

        @Override
        public void onControl(Object note, long now) {
            credit.request((Integer) note);
        }

        @Override
        public Object poll(long now, long queued, long processed) {
            int grant = grant((int) (processed - seen), queued, now);
            seen = processed;
            return grant > 0 ? grant : null;
        }

        abstract int grant(int consumed, long queued, long now);
    }

    private static final class FixedCredit extends Credits {
        private final int size;
        private int consumed;

        FixedCredit(int size) {
            this.size = size;
            credit.request(size);
        }

        @Override
        int grant(int n, long queued, long now) {
            consumed += n;
            if (consumed < size / 2) {
                return 0;
            }
            int grant = consumed;
            consumed = 0;
            return grant;
        }
    }

    private static final class AutoCredit extends Credits {
        private final CreditWindow window = new CreditWindow(1 << 17);
        private boolean starved;
        private boolean idle;

        AutoCredit() {
            credit.request(window.size());
        }

        @Override
        public void starving(boolean waits, long now) {
            // the sender says so with its next frame: it comes before the next grant
            starved |= waits && credit.left() == 0;
        }

        @Override
        int grant(int n, long queued, long now) {
            idle |= queued == 0;
            if (starved && idle) {
                window.starved();
                starved = false;
                idle = false;
            }
            return window.consumed(n);
        }
    }
}
