// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.net.transport.Connection;

/**
 * When to stop reading: the last resort, as complaints cannot be heard then. What this side has to send is no reason; that
 * waits in its own queues. Loop only.
 */
final class ReadThrottle {
    /** Reason not to read: more has come than the link may hold. */
    private static final int HELD = 1;
    /** Reason not to read: the other side keeps asking for control frames that it does not take. */
    private static final int CONTROL = 2;
    /** Control frames that wait in the connection, beyond what one message may take: only who does not read gets there. */
    private static final long MOST_CONTROL = 4L << 20;

    private final Connection connection;
    private final long most;
    private int reasons;

    ReadThrottle(Connection connection, int maxFrameBytes) {
        this.connection = connection;
        this.most = MOST_CONTROL + maxFrameBytes;
    }

    /** Who does not take pongs and refusals gets nothing more read that leads to some. */
    void look() {
        reading(CONTROL, connection.isWritable() || connection.unsent() <= most);
    }

    /** Too much is held to read on, or there is room again: on. */
    void held(boolean on) {
        reading(HELD, on);
    }

    /** Whether nothing is read at present. */
    boolean isOn() {
        return reasons != 0;
    }

    /** Reads on only when there is no reason left not to. */
    private void reading(int reason, boolean on) {
        int before = reasons;
        reasons = on ? before & ~reason : before | reason;
        if ((before == 0) != (reasons == 0)) {
            connection.reading(reasons == 0);
        }
    }
}
