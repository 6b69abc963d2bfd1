// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A call without a result whose sender wants to know what became of it: the answer says that the method has run. What the
 * method throws is a failure of the actor as with any tell, and of this call, too.
 */
public final class AskedTell extends AskMessage<Void> {
    private final TellMessage tell;

    /**
     * Stands for a tell, which is never sent itself.
     *
     * @param tell new, in no queue
     */
    public AskedTell(TellMessage tell) {
        this.tell = tell;
        context(tell.context());
    }

    /** The tell that it stands for. */
    public TellMessage tell() {
        return tell;
    }

    @Override
    protected @Nullable Promise<Void> call(Object receiver) throws Throwable {
        tell.deliver(receiver);
        return null;
    }

    @Override
    protected boolean failsActor() {
        return true;
    }

    @Override
    public MethodInfo method() {
        return tell.method();
    }

    @Override
    public Object[] arguments() {
        return tell.arguments();
    }

    @Override
    public Call copy() {
        return new AskedTell((TellMessage) tell.copy());
    }
}
