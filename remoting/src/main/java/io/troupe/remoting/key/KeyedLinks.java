// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.key;

import io.troupe.core.message.Call;
import io.troupe.remoting.link.CallPolicy;
import io.troupe.remoting.link.Link;
import org.jspecify.annotations.Nullable;

/** Serves and reaches actors by type and key over the links of one process. Any thread. */
public interface KeyedLinks {
    /**
     * Serves the actors of a type.
     *
     * @param name of the type for callers: 1 to 512 characters without control characters
     * @param type the class of the actors, whose public methods may be called
     * @param policy asked about each call, with {@code name/key} as the target; null: nobody may call
     * @param resolver finds the actors
     * @throws IllegalArgumentException if the name is taken or malformed, or a method has types that cannot travel
     */
    void serve(String name, Class<?> type, @Nullable CallPolicy policy, KeyResolver resolver);

    /**
     * Serves a type no more.
     *
     * @param name given to {@link #serve}
     * @return whether it was served
     */
    boolean withdraw(String name);

    /**
     * The actor of a key at the other end of a link, over whatever connection is up. Keeps nothing but the result.
     *
     * @param link to the other process
     * @param name of the type over there
     * @param key of the actor
     * @return sends over the link, and never waits for room if the caller does not
     * @throws IllegalArgumentException if the name or the key is malformed
     */
    KeyTarget target(Link link, String name, String key);

    /**
     * Lets the types of a class travel that calls of this process will need.
     *
     * @param type the class of actors elsewhere
     * @throws IllegalArgumentException if a method has types that cannot travel
     */
    void allow(Class<?> type);

    /** {@return about how many bytes a call takes while it waits} */
    int weight(Call call);
}
