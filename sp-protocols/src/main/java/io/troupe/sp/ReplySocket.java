// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.SocketContext;
import java.util.function.Function;

/** A REP or RESPONDENT socket. */
final class ReplySocket extends PatternSocket implements RepSocket {
    private final ReplyPattern pattern;

    ReplySocket(SocketCore core, ReplyPattern pattern) {
        super(core, pattern, false);
        this.pattern = pattern;
    }

    @Override
    public SocketContext context() {
        return new ContextPort(pattern.newContext());
    }

    @Override
    public void serve(Function<? super SpMessage, ? extends Promise<SpMessage>> handler) {
        pattern.serve(handler);
    }
}
