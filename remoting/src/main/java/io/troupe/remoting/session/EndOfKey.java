// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks when all calls of a key before it have been executed or refused. A call to a method that no class can have. */
final class EndOfKey extends AskMessage<Void> {
    /** As it travels. */
    static final String NAME = "@end()";

    static final MethodInfo METHOD = new MethodInfo(EndOfKey.class, "@end", List.of(), void.class);

    private static final Object[] NOTHING = {};

    private final @Nullable Caller caller;

    /**
     * Not sent.
     *
     * @param caller who asks, if it has come over a link that knows
     */
    EndOfKey(@Nullable Caller caller) {
        this.caller = caller;
    }

    @Nullable
    Caller caller() {
        return caller;
    }

    @Override
    protected @Nullable Promise<Void> call(Object receiver) {
        throw new AssertionError("is answered, not delivered");
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
        return new EndOfKey(caller);
    }
}
