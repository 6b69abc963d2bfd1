// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import org.jspecify.annotations.Nullable;

/** How calls that are done once reach the actor of a key. Any thread. */
interface OnceWay {
    /** Where their messages go. */
    Outlet outlet();

    /**
     * The message of a call.
     *
     * @throws RuntimeException if an argument has no encoding
     */
    AskMessage<?> message(OnceAsk<?> call);

    /**
     * What its caller is told.
     *
     * @throws RuntimeException if the answer cannot be read
     */
    @Nullable
    Object read(OnceAsk<?> call, @Nullable Object answer);
}
