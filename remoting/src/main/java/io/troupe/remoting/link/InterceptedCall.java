// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call over a link as {@link CallInterceptor interceptors} see it. While it begins it belongs to the loop; later any
 * thread may read it.
 */
public interface InterceptedCall {
    /** {@return true if this process calls, false if it is called} */
    boolean isOutgoing();

    /** {@return whether the caller waits for a result: an ask, not a tell} */
    boolean hasResult();

    /** {@return the address of the other side, for people} */
    String peer();

    /** {@return the exposed name; for an actor that was handed over, a text that tells it from others, for people} */
    String target();

    /** {@return the method that is called} */
    MethodInfo method();

    /** {@return bytes of the arguments, about; 0 if that is not known, as for outgoing calls} */
    int size();

    /**
     * {@return the headers, texts by name; unmodifiable} Those of an incoming call are unchecked, as they came from the
     * other side; an outgoing call has those that carriers and interceptors have added so far.
     */
    Map<String, String> headers();

    /**
     * Adds a header to an outgoing call, or replaces it. All headers of a call must take 1024 bytes at most, else the
     * call fails with {@link io.troupe.core.error.CallRefusedException}. Peers of earlier versions get no headers.
     *
     * @param name name of the header, the same on both sides
     * @param value text of the header
     * @throws IllegalStateException if the call is an incoming one, or does not begin any more
     */
    void header(String name, String value);

    /** {@return the authenticated process that calls; null for outgoing calls, and if there is none} */
    @Nullable
    Caller caller();

    /**
     * Refuses the call: it fails with {@link io.troupe.core.error.CallRefusedException}, or becomes a dead letter of
     * its sender. No further interceptor is asked.
     *
     * @param reason one sentence, which the caller gets
     * @throws IllegalStateException if the call does not begin any more
     */
    void refuse(String reason);
}
