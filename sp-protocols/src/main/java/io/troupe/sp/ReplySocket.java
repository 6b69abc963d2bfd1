// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import java.util.function.Function;

/** Opens REP and RESPONDENT sockets, and is one. */
final class ReplySocket extends PlainSocket implements RepSocket {
    private final ReplyPattern pattern;

    private ReplySocket(SocketCore core, ReplyPattern pattern, ReplyContext own) {
        super(core, pattern, own, own);
        this.pattern = pattern;
    }

    /**
     * A socket that answers.
     *
     * @param protocol REP or RESPONDENT
     */
    static ReplySocket open(Protocol protocol, SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(protocol, options, engine);
        ReplyPattern pattern = new ReplyPattern(core);
        return new ReplySocket(core, pattern, new ReplyContext(core, pattern));
    }

    /**
     * A raw one: received headers begin with the number of the pipe, and sent messages go to that pipe or nowhere.
     *
     * @param protocol REP or RESPONDENT
     */
    static DuplexSocket raw(Protocol protocol, SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(protocol, options, engine);
        RawReplyPattern pattern = new RawReplyPattern(core);
        return new RawSocket(core, pattern, pattern.sender(), pattern.receiver());
    }

    @Override
    public SocketContext context() {
        return new OwningContext(pattern.newContext());
    }

    @Override
    public void serve(Function<? super SpMessage, ? extends Promise<SpMessage>> handler) {
        pattern.serve(handler);
    }
}
