// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.util.function.Function;

/**
 * A socket that answers: REP, and in the same way RESPONDENT. After a {@code receive} the next {@code send} goes to where that
 * request came from; without one it fails with STATE. A further {@code receive} drops the unanswered request. An answer whose
 * asker is gone is dropped, and the send succeeds. {@link #serve} and contexts answer several requests at a time. Thread-safe.
 */
public interface RepSocket extends DuplexSocket {
    /**
     * Opens a further conversation. The contexts and the socket itself take requests from one queue.
     *
     * @return the context; it ends with the socket, or when it is closed
     * @throws SpException CLOSED
     */
    SocketContext context();

    /**
     * Hands all requests to a handler from now on, in their order. At most as many requests as the option {@code receiveBuffer}
     * says are open at a time; more wait. Receives of the socket and its contexts fail with STATE from now on.
     *
     * <p>The handler runs on threads of transports and on those that settle its promises, one call at a time. It must not wait.
     * Its answers may come in any order. A request stays unanswered, and is counted, when the handler throws, gives no promise,
     * or its promise fails; when the answer is null or a message that was sent or released; and when the answer comes later
     * than the option {@code serviceTimeout} allows.
     *
     * @param handler owns the request, and gives its answer, which may be the same message
     * @throws SpException STATE when there is a handler already, CLOSED
     */
    void serve(Function<? super SpMessage, ? extends Promise<SpMessage>> handler);
}
