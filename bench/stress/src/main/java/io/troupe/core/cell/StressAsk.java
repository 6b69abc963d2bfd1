// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import java.util.List;

/** An ask whose method returns a given promise, to a target that is nothing but an account. */
final class StressAsk extends AskMessage<Integer> {
    private static final MethodInfo METHOD = new MethodInfo(Object.class, "ask", List.of(), Promise.class);

    private final Promise<Integer> answer;

    StressAsk(Obligations obligations, Promise<Integer> answer) {
        this.answer = answer;
        target(new Account(obligations));
    }

    @Override
    protected Promise<Integer> call(Object receiver) {
        return answer;
    }

    @Override
    public MethodInfo method() {
        return METHOD;
    }

    @Override
    public Object[] arguments() {
        return new Object[0];
    }

    @Override
    public Call copy() {
        throw new UnsupportedOperationException("not needed here");
    }

    private record Account(Obligations obligations) implements Outlet {
        @Override
        public void owed(AskMessage<?> message) {
            obligations.owe(message);
        }

        @Override
        public void paid(AskMessage<?> message) {
            obligations.paid(message);
        }

        @Override
        public void tell(TellMessage message) {
            throw new UnsupportedOperationException("not needed here");
        }

        @Override
        public <T> Promise<T> ask(AskMessage<T> message) {
            throw new UnsupportedOperationException("not needed here");
        }

        @Override
        public String address() {
            return "stress";
        }

        @Override
        public CallbackExecutor outsideExecutor() {
            throw new UnsupportedOperationException("not needed here");
        }

        @Override
        public void unhandled(AskMessage<?> message, UnhandledFailure failure) {
            // nobody looks at it here
        }
    }

    /** Delivers an ask whose method does not throw. */
    static void deliver(AskMessage<?> ask, Object receiver) {
        try {
            ask.deliver(receiver);
        } catch (Throwable e) {
            throw new AssertionError("the method does not throw", e);
        }
    }
}
