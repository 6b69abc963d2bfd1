// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.dispatch.timer.TimerWheel;
import java.time.Duration;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A call is sent to another process while its deadline passes: whoever is told that it was not executed is told the truth. */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "sent, may have been executed")
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "not sent, not executed")
@Outcome(expect = FORBIDDEN, desc = "sent and said not to be executed, or the other way round")
@State
public class SendVersusExpireStress {
    private final ManualClock clock = new ManualClock();
    private final TimerWheel timers = new TimerWheel(clock, "stress", failure -> {});
    private final Deadlines deadlines = new Deadlines(timers, clock, "stress");
    private final AskMessage<Integer> ask = new Ask();

    /** Has a deadline. */
    public SendVersusExpireStress() {
        deadlines.set(ask, 10);
    }

    /** The loop of the link. */
    @Actor
    public void send(ZZ_Result result) {
        result.r1 = ask.beginSending();
    }

    /** The time. */
    @Actor
    public void expire() {
        clock.advance(Duration.ofNanos(10));
    }

    /** Afterwards. */
    @Arbiter
    public void result(ZZ_Result result) {
        CallTimeoutException late =
                (CallTimeoutException) ask.result().orElseThrow().failure();
        result.r2 = late != null && late.maybeExecuted();
    }

    private static final class Ask extends AskMessage<Integer> {
        private static final MethodInfo METHOD = new MethodInfo(Object.class, "ask", List.of(), Promise.class);

        Ask() {
            target(new Nowhere());
        }

        @Override
        protected Promise<Integer> call(Object receiver) {
            throw new UnsupportedOperationException("not needed here");
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
    }

    private record Nowhere() implements Outlet {
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
}
