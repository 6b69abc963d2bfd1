// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.Call;
import io.troupe.core.message.TellMessage;
import java.util.List;

/** Makes the object of an actor though nobody calls it. */
final class WakeCall extends TellMessage {
    private static final MethodInfo METHOD = new MethodInfo(WakeCall.class, "wake", List.of(), void.class);
    private static final Object[] NOTHING = {};

    private final Runnable inTurn;

    /**
     * A call.
     *
     * @param inTurn what is to be done then, in the turn of the actor
     */
    WakeCall(Runnable inTurn) {
        this.inTurn = inTurn;
    }

    @Override
    public void deliver(Object receiver) {
        inTurn.run();
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
        return new WakeCall(inTurn);
    }
}
