// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call over a link as {@link CallInterceptor interceptors} see it. On the loop while it begins; later it can be read by any thread. */
public interface InterceptedCall {
    /** Whether this process calls; else it is called. */
    boolean isOutgoing();

    /** Whether somebody waits for a result. */
    boolean hasResult();

    /** Address of the other side, for people. */
    String peer();

    /** The name that is exposed; for actors that were handed over something that tells them apart for people. */
    String target();

    /** The method that is called. */
    MethodInfo method();

    /** Bytes of the arguments, about; 0 if that is not known, as for outgoing calls. */
    int size();

    /** Texts by name: of an incoming call as they came from a stranger, else those that carriers and interceptors have added so far. */
    Map<String, String> headers();

    /**
     * Adds a header to an outgoing call, or replaces it. All headers of a call must take 1024 bytes at most, else the call fails with
     * {@link io.troupe.core.error.CallRefusedException}. Peers of earlier versions do not get it.
     *
     * @throws IllegalStateException if the call is an incoming one, or not beginning any more
     */
    void header(String name, String value);

    /** Who has proven to call; null for outgoing calls, and if nobody has. */
    @Nullable
    Caller caller();

    /**
     * The call fails with {@link io.troupe.core.error.CallRefusedException}, or becomes a dead letter of its sender; no further interceptor is
     * asked.
     *
     * @param reason a sentence, which the caller is told
     * @throws IllegalStateException if the call is not beginning any more
     */
    void refuse(String reason);
}
