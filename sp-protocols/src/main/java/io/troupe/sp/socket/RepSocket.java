// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.util.function.Function;

/**
 * A socket that answers: REP, and in the same way RESPONDENT. After a {@code receive} the next {@code send} goes to where
 * that request came from; without one it fails with STATE; a further {@code receive} drops the unanswered request. An answer
 * whose asker is gone is dropped, and the send succeeds. Several requests at a time: {@link #serve} or contexts. Thread-safe.
 */
public interface RepSocket extends DuplexSocket {
    /** A new conversation beside the socket's own; all take from the same line of requests. */
    SocketContext context();

    /**
     * From now on the handler gets all requests, in their order and one call at a time, on the thread that brings them: it
     * must not wait. Answers may come in any order. As many requests as the option {@code receiveBuffer} says are open at a
     * time, more wait. Receiving fails with STATE from now on.
     *
     * @param handler owns the request, and gives its answer (maybe the same message); a failed promise, as the answer null or a
     *     message that was sent or released, or an answer that comes later than the option {@code serviceTimeout} leaves the
     *     request unanswered, and is counted
     * @throws SpException STATE when there is a handler, CLOSED
     */
    void serve(Function<? super SpMessage, ? extends Promise<SpMessage>> handler);
}
