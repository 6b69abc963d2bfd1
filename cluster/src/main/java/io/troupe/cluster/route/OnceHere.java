// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.activation.StateHandles;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import org.jspecify.annotations.Nullable;

/**
 * To an actor of this process.
 *
 * @param outlet its cell
 * @param handles of its class
 * @param key of the actor
 */
record OnceHere(Outlet outlet, StateHandles handles, String key) implements OnceWay {
    @Override
    public AskMessage<?> message(OnceAsk<?> call) {
        return handles.identified(key, call.identity(), call.called().copy());
    }

    @Override
    public @Nullable Object read(OnceAsk<?> call, @Nullable Object answer) {
        return answer;
    }
}
