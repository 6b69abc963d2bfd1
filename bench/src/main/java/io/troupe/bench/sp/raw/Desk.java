// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.raw;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Where one requester and one replier pass requests and replies. Both copy; both park or both spin. */
final class Desk {
    private final boolean spin;
    private final byte[] mine;
    private final byte[] theirs;
    private final byte[] request;
    private final byte[] reply;
    /** Whose turn it is; what was copied before is seen by the other. */
    private volatile boolean asked;

    private volatile @Nullable Thread requester;
    private volatile @Nullable Thread replier;

    Desk(int bytes, boolean spin) {
        this.spin = spin;
        mine = new byte[bytes];
        theirs = new byte[bytes];
        request = new byte[bytes];
        reply = new byte[bytes];
    }

    void ask() {
        if (requester == null) {
            requester = Thread.currentThread();
        }
        System.arraycopy(mine, 0, request, 0, mine.length);
        pass(true, replier);
        await(false);
        System.arraycopy(reply, 0, mine, 0, mine.length);
    }

    void replyForEver() {
        replier = Thread.currentThread();
        while (true) {
            await(true);
            System.arraycopy(request, 0, theirs, 0, theirs.length);
            System.arraycopy(theirs, 0, reply, 0, reply.length);
            pass(false, requester);
        }
    }

    private void pass(boolean turn, @Nullable Thread other) {
        asked = turn;
        if (!spin) {
            LockSupport.unpark(other);
        }
    }

    private void await(boolean turn) {
        while (asked != turn) {
            if (spin) {
                Thread.onSpinWait();
            } else {
                LockSupport.park(this);
            }
        }
    }
}
