// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** In the place of a message that could not be made: has failed from the beginning, so its caller is told in order. */
final class UnsentCall extends AskMessage<Object> {
    private static final MethodInfo METHOD = new MethodInfo(UnsentCall.class, "unsent", List.of(), void.class);
    private static final Object[] NOTHING = {};

    private final RuntimeException cause;

    UnsentCall(RuntimeException cause) {
        this.cause = cause;
        reject(cause);
    }

    @Override
    protected @Nullable Promise<Object> call(Object receiver) {
        return null;
    }

    @Override
    public MethodInfo method() {
        return METHOD;
    }

    @Override
    public Object[] arguments() {
        return NOTHING;
    }

    @Override
    public Call copy() {
        return new UnsentCall(cause);
    }
}
