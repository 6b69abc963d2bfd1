// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.host;

import io.troupe.core.actor.ContextCarrier;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The context carriers of a system as links see them: those that name {@link ContextCarrier#headers}. Any thread. */
public interface ContextHeaders {
    /** What messages of the calling thread are to carry; null for nothing. */
    @Nullable
    Object capture();

    /**
     * What the other process gets.
     *
     * @param captured context of a message
     * @param headers gets those of one carrier after the other; if it throws, they are left out, and the first time that is logged
     */
    void write(Object captured, Consumer<Map<String, String>> headers);

    /**
     * The context of a call that has come from elsewhere.
     *
     * @param headers that came with it, of whatever names
     * @param dropped told the class of each carrier whose headers make no sense, and why
     * @return for a message, or null for none
     */
    @Nullable
    Object read(Map<String, String> headers, BiConsumer<String, Throwable> dropped);

    /**
     * Runs something in a context.
     *
     * @param context from {@link #read}, or null for none
     * @param work runs at once on the calling thread
     */
    void run(@Nullable Object context, Runnable work);
}
