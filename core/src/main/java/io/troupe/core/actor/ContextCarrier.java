// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries an object that belongs to the current call, such as a logging context or a trace, along with every message,
 * continuation and result. Timers, blocking work, tasks of executor views and serial sections carry it, too. Register a
 * carrier with the system builder. Its methods run on the threads of senders, workers and blocking work, several at a time.
 * A carrier should not throw: if it does, the message goes on without its part, and the first failure of each method is
 * logged.
 *
 * <p>The object stays in the process, unless the carrier names {@link #headers}: then it travels with calls over links, too.
 */
public interface ContextCarrier {
    /** {@return the object that messages of the calling thread carry from now on; null: nothing} */
    @Nullable
    Object capture();

    /**
     * Makes the carried object current on the calling thread.
     *
     * @param carried from {@link #capture} or {@link #read}; null: nothing is current then
     * @return the object that was current before, for the call that undoes this one; null: nothing was
     */
    @Nullable
    Object install(@Nullable Object carried);

    /**
     * {@return the names of the headers by which the object travels over links} The system asks once, when it starts. No two
     * carriers of a system may share a header. Default: none, so the object stays in the process.
     */
    default Set<String> headers() {
        return Set.of();
    }

    /**
     * Writes the headers that the other process gets. Runs on the loop of the link, so it must be quick. The headers of all
     * carriers of a call may take 1024 bytes in UTF-8, names included; those of a carrier that do not fit are left out, and
     * the first time that is logged. The other process can read them: nothing secret belongs there.
     *
     * @param carried from {@link #capture}
     * @return texts by {@link #headers names of headers}; empty: nothing travels
     */
    default Map<String, String> write(Object carried) {
        return Map.of();
    }

    /**
     * Reads the headers of a call from another process, the way back of {@link #write}. Runs on the loop of the link, so it
     * must be quick. The texts come from a stranger: check them. If this throws, the call goes on without these headers,
     * and the failure is counted.
     *
     * @param headers of this carrier that came with the call, at least one
     * @return the object that {@link #install} gets when the call begins; null: nothing
     */
    default @Nullable Object read(Map<String, String> headers) {
        return null;
    }
}
