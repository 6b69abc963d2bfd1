// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeHandler;
import org.jspecify.annotations.Nullable;

/** Stands before the pattern, so that socket and dialer hear of the end of a pipe, too. */
final class AttachedHandler implements PipeHandler {
    private final SocketCore core;
    private final PipeInfo info;
    private final @Nullable CoreDialer dialer;
    /** Whether something was received: the peer wanted us. Only ever set; threads may be late to see it. */
    private boolean useful;

    AttachedHandler(SocketCore core, PipeInfo info, @Nullable CoreDialer dialer) {
        this.core = core;
        this.info = info;
        this.dialer = dialer;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        if (!useful) {
            useful = true;
        }
        return core.onMessage(pipe, message);
    }

    @Override
    public void onWritable(Pipe pipe) {
        core.onWritable(pipe);
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        core.onClosed(pipe, info, reason);
        if (dialer != null) {
            dialer.lost(reason, useful);
        }
    }
}
