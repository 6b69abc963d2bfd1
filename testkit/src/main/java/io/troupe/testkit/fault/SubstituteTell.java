// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.fault;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.Call;
import io.troupe.core.message.TellMessage;

/** Looks like the original, but its delivery does something else. */
final class SubstituteTell extends TellMessage {
    private final Call original;
    private final Fault.Substitute fault;

    SubstituteTell(Call original, Fault.Substitute fault) {
        this.original = original;
        this.fault = fault;
    }

    @Override
    public void deliver(Object receiver) throws Throwable {
        fault.run();
    }

    @Override
    public MethodInfo method() {
        return original.method();
    }

    @Override
    public Object[] arguments() {
        return original.arguments();
    }

    @Override
    public Call copy() {
        return new SubstituteTell(original, fault);
    }
}
