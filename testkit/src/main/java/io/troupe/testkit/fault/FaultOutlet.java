// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.fault;

import io.troupe.core.actor.ActorControl;
import io.troupe.core.actor.Terminated;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Lane;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import org.jspecify.annotations.Nullable;

/** Between a wrapped reference and its target. Runs on the senders' threads. */
final class FaultOutlet implements Outlet, ActorControl {
    private final Outlet target;
    private final Faults faults;

    FaultOutlet(Outlet target, Faults faults) {
        this.target = target;
        this.faults = faults;
    }

    @Override
    public void tell(TellMessage message) {
        Fault fault = faults.next(message);
        if (fault instanceof Fault.Substitute substitute) {
            target.tell(new SubstituteTell(message, substitute));
        } else if (fault instanceof Fault.Delay delay) {
            later(delay, () -> target.tell(message));
        } else {
            target.tell(message);
        }
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        Fault fault = faults.next(message);
        if (fault instanceof Fault.Substitute substitute) {
            return target.ask(new SubstituteAsk<T>(message, substitute));
        }
        if (fault instanceof Fault.Delay delay) {
            message.target(this); // the caller may already listen to it
            later(delay, () -> target.ask(message));
            return message;
        }
        return target.ask(message);
    }

    private void later(Fault.Delay delay, Runnable send) {
        target.callbackLane().schedule(delay.by().toNanos(), send);
    }

    @Override
    public String whereabouts(Message message) {
        return "held back by a fault";
    }

    // ---- all else as the target ----------------------------------------------------------------------------------

    @Override
    public String address() {
        return target.address();
    }

    @Override
    public Object identity() {
        return target.identity();
    }

    @Override
    public Lane callbackLane() {
        return target.callbackLane();
    }

    @Override
    public @Nullable Lane lane() {
        return target.lane();
    }

    @Override
    public void late(AskMessage<?> message) {
        target.late(message);
    }

    @Override
    public void stop() {
        control().stop();
    }

    @Override
    public Promise<Terminated> watch() {
        return control().watch();
    }

    @Override
    public boolean isStopped() {
        return control().isStopped();
    }

    @Override
    public int depth(int limit) {
        return control().depth(limit);
    }

    private ActorControl control() {
        if (target instanceof ActorControl control) {
            return control;
        }
        throw new IllegalArgumentException("reference must be to one actor, not to a group: address=" + address());
    }
}
