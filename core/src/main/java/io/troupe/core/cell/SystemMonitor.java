// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.SystemListener;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.worker.WorkerMonitor;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Turns what a dispatcher notices into words about actors. */
final class SystemMonitor implements WorkerMonitor {
    private static final int MAX_FRAMES = 20;

    private final SystemListener listener;
    private final SystemLog log;

    SystemMonitor(SystemListener listener, SystemLog log) {
        this.listener = listener;
        this.log = log;
    }

    @Override
    public void onStuck(Cell cell, Thread worker, Duration atLeast) {
        if (!(cell instanceof ActorCell actor)) {
            return;
        }
        List<StackTraceElement> stack = Arrays.asList(worker.getStackTrace());
        String method = culprit(stack, actor);
        log.blocked(actor.address(), method, atLeast, worker.getName(), print(stack));
        listener.onBlocked(actor.address(), method, atLeast, stack);
    }

    /** The outermost frame of the actor's own class: the method that the message called. */
    private static String culprit(List<StackTraceElement> stack, ActorCell actor) {
        Object receiver = actor.receiver();
        String culprit = actor.type().getSimpleName();
        if (receiver != null) {
            for (StackTraceElement frame : stack) {
                if (isOf(receiver.getClass(), frame.getClassName())) {
                    culprit = receiver.getClass().getSimpleName() + "." + frame.getMethodName();
                }
            }
        }
        return culprit;
    }

    private static boolean isOf(Class<?> actorClass, String frameClass) {
        for (Class<?> at = actorClass; at != null && at != Object.class; at = at.getSuperclass()) {
            if (at.getName().equals(frameClass) && !frameClass.startsWith("io.troupe.core.")) {
                return true;
            }
        }
        return false;
    }

    private static String print(List<StackTraceElement> stack) {
        return stack.stream().limit(MAX_FRAMES).map(frame -> "\n\tat " + frame).collect(Collectors.joining());
    }

    @Override
    public void onTurnFailed(Cell cell, Throwable failure) {
        log.internal(
                "a turn failed: cell=" + (cell instanceof ActorCell actor ? actor.address() : cell.toString()),
                failure);
    }

    @Override
    public void onWorkerDied(Thread thread, Throwable cause) {
        log.internal("a worker's thread died and is replaced: worker=" + thread.getName(), cause);
        listener.onWorkerReplaced(thread.getName(), cause);
    }

    @Override
    public void onDecision(Decision<Cell> decision) {
        listener.onDecision(
                decision.named(cell -> cell instanceof ActorCell actor ? actor.address() : cell.toString()));
    }
}
