// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through a mailbox behind all calls that came before: settled, in whatever way, when these have been executed or turned away. */
final class EndMarker extends AskMessage<Void> {
    private static final MethodInfo METHOD = new MethodInfo(EndMarker.class, "end", List.of(), void.class);
    private static final Object[] NOTHING = {};

    @Override
    protected @Nullable Promise<Void> call(Object receiver) {
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
        return new EndMarker();
    }
}
