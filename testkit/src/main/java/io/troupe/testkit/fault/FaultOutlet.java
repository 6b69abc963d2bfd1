// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.fault;

import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import java.util.concurrent.TimeUnit;
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
        if (fault instanceof Fault.Substitute || fault instanceof Fault.LoseAnswer) {
            return target.ask(new SubstituteAsk<T>(message, fault));
        }
        if (fault instanceof Fault.Delay delay) {
            message.target(this); // the caller may already listen to it
            hold(message, delay);
            return message;
        }
        return target.ask(message);
    }

    /** An attempt that finds no room counts as a call, too. */
    @Override
    public Offer tryTell(TellMessage message) {
        Fault fault = faults.next(message);
        if (fault instanceof Fault.Substitute substitute) {
            return target.tryTell(new SubstituteTell(message, substitute));
        }
        if (fault instanceof Fault.Delay delay) {
            later(delay, () -> target.tell(message));
            return Offer.ACCEPTED;
        }
        return target.tryTell(message);
    }

    @Override
    public Offer tryAsk(AskMessage<?> message) {
        Fault fault = faults.next(message);
        if (fault instanceof Fault.Substitute || fault instanceof Fault.LoseAnswer) {
            return trySubstitute(message, fault);
        }
        if (fault instanceof Fault.Delay delay) {
            hold(message, delay);
            return Offer.ACCEPTED;
        }
        return target.tryAsk(message);
    }

    private <T> Offer trySubstitute(AskMessage<T> message, Fault fault) {
        SubstituteAsk<T> substitute = new SubstituteAsk<>(message, fault);
        Offer outcome = target.tryAsk(substitute);
        if (outcome != Offer.FULL) {
            message.target(this);
            message.answerLike(substitute);
        }
        return outcome;
    }

    /** While it is held back the target knows nothing of it: neither of its deadline nor that it was abandoned. */
    private void hold(AskMessage<?> message, Fault.Delay delay) {
        message.target(this); // the caller may already listen to it
        later(delay, () -> {
            if (!message.isSettled()) {
                target.ask(message);
            }
        });
    }

    @Override
    public void lost(TellMessage message) {
        target.lost(message);
    }

    private void later(Fault.Delay delay, Runnable send) {
        target.outsideExecutor().schedule(TimeUnit.NANOSECONDS.convert(delay.by()), send);
    }

    @Override
    public String whereabouts(Message message) {
        return "held back by a fault";
    }

    // ---- all else as the target ----------------------------------------------------------------------------------

    @Override
    public Runnable whenRoom(Runnable wake) {
        return target.whenRoom(wake);
    }

    @Override
    public String address() {
        return target.address();
    }

    @Override
    public Object identity() {
        return target.identity();
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return target.outsideExecutor();
    }

    @Override
    public @Nullable CallbackExecutor callbackExecutor() {
        return target.callbackExecutor();
    }

    @Override
    public @Nullable Cell cell() {
        return target.cell();
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
    public void stopWhenIdle() {
        control().stopWhenIdle();
    }

    @Override
    public Promise<Terminated> watch() {
        return control().watch();
    }

    @Override
    public Promise<Terminated> stopAndWatch() {
        return control().stopAndWatch();
    }

    @Override
    public Promise<Terminated> drainAndWatch() {
        return control().drainAndWatch();
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
