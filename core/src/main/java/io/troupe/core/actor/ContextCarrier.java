// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries an object that belongs to the current call, such as a logging context or a trace, along with every message,
 * continuation and result; also with timers, blocking work, tasks of executor views and serial sections. Register one
 * with the system builder. Its methods run on the threads of senders, workers and blocking work, several at a time. A
 * carrier should not throw: if it does, the message goes on without its part, and the first failure of each method is
 * logged.
 *
 * <p>What is carried stays in the process, unless the carrier names {@link #headers}: then it travels with calls over links, too.
 */
public interface ContextCarrier {
    /** What the calling thread's messages are to carry; null for nothing. */
    @Nullable
    Object capture();

    /**
     * Makes the carried object current on the calling thread.
     *
     * @param carried from {@link #capture}, or null for none
     * @return what was current before, for the call that undoes this one
     */
    @Nullable
    Object install(@Nullable Object carried);

    /**
     * Names of the headers by which it travels over links; asked once, when the system starts. No two carriers of a system have the
     * same. Default: none, it stays in the process.
     */
    default Set<String> headers() {
        return Set.of();
    }

    /**
     * What the other process gets, on the loop of the link. The headers of all carriers of a call may take 1024 bytes in UTF-8, names
     * included; those of a carrier that do not fit are left out, and the first time that is logged. They are readable for whoever is
     * at the other end: nothing secret belongs there.
     *
     * @param carried from {@link #capture}
     * @return texts by {@link #headers names of headers}; empty for nothing
     */
    default Map<String, String> write(Object carried) {
        return Map.of();
    }

    /**
     * The way back, on the loop of the link. The texts are those of a stranger. What this throws costs the call these headers and
     * nothing else; it is counted.
     *
     * @param headers those of this carrier that have come, one at least
     * @return what {@link #install} will be given when the call begins; null for nothing
     */
    default @Nullable Object read(Map<String, String> headers) {
        return null;
    }
}
