// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sees the calls over all links of a process, in both directions: to measure, to trace, to add headers, to refuse. Runs
 * on the loop of the link, which serves other links, too: must be quick and must not block. If one of the first two
 * methods throws, that call alone fails; the exception is logged once per method and class.
 */
public interface CallInterceptor {
    /**
     * A call of this process is about to be sent, after all waiting. Loop only.
     *
     * @param call may get headers, or be refused, within this method
     */
    default void outgoing(InterceptedCall call) {}

    /**
     * An exposed and allowed call of the other side is about to be put into the mailbox. Loop only.
     *
     * @param call may be refused within this method
     */
    default void incoming(InterceptedCall call) {}

    /**
     * A call has ended that this interceptor has seen; once for each call. A call without a result ends when it has
     * been sent, or put into the mailbox. Loop only, except for incoming calls with a result: those end on any thread.
     *
     * @param call the same object as before
     * @param took time since the first interceptor saw the call
     * @param failure the failure that the caller gets; null if there is none
     */
    default void ended(InterceptedCall call, Duration took, @Nullable Throwable failure) {}
}
