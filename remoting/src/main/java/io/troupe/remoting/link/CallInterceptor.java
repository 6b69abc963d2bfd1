// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sees the calls over all links of a process, in both directions: to measure, to trace, to add headers, to refuse. Runs on the loop of
 * the link, which serves many: must be quick and must not block. What the first two methods throw fails that call alone; it is logged
 * once per method and class.
 */
public interface CallInterceptor {
    /** A call of this process is about to be sent, after all waiting; may add headers, or refuse it. */
    default void outgoing(InterceptedCall call) {}

    /** A call of the other side that is exposed and allowed is about to be put into the mailbox; may refuse it. */
    default void incoming(InterceptedCall call) {}

    /**
     * A call has ended that this interceptor has seen; once for each. A call without a result ends when it has been sent, or put into
     * the mailbox. On the loop, or for incoming calls with a result on any thread.
     *
     * @param call the same object as before
     * @param took since it was seen
     * @param failure what the caller gets or is told; null if all went well
     */
    default void ended(InterceptedCall call, Duration took, @Nullable Throwable failure) {}
}
