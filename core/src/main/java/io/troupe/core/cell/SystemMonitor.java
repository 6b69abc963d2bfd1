// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.SystemListener;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.continuation.ActorObjects;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.WorkerMonitor;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns what a dispatcher notices into words about actors. */
final class SystemMonitor implements WorkerMonitor {
    private static final int MAX_FRAMES = 20;

    private final CellSystem system;
    private final SystemListener listener;
    private final SystemLog log;

    SystemMonitor(CellSystem system, SystemListener listener, SystemLog log) {
        this.system = system;
        this.listener = listener;
        this.log = log;
    }

    @Override
    public void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {
        if (cell instanceof ActorCell actor && !isOfAnotherSystem(cell)) {
            String what = whatRuns(stack, actor);
            log.blocked(actor.address(), what, atLeast, worker.getName(), print(stack));
            listener.onBlocked(actor.address(), what, atLeast, stack);
        }
    }

    /**
     * The method that the running message calls: the outermost generated message of the actor's type names itself on the
     * stack. What is no message is named by its kind and the outermost method of the actor's class.
     */
    private static String whatRuns(List<StackTraceElement> stack, ActorCell actor) {
        String kind = "turn";
        String own = null;
        for (int i = stack.size() - 1; i >= 0; i--) {
            String className = stack.get(i).getClassName();
            MethodInfo method = actor.methodOf(className);
            if (method != null) {
                return method.toString();
            }
            kind = kind.equals("turn") ? kindOf(className, kind) : kind;
            own = own == null ? ownMethod(stack.get(i), actor) : own;
        }
        return actor.type().getSimpleName() + " " + kind + (own == null ? "" : " in " + own);
    }

    private static String kindOf(String className, String otherwise) {
        if (className.startsWith(ActorTimer.class.getName())) {
            return "timer";
        }
        if (className.equals(ActorTask.class.getName())) {
            return "task";
        }
        if (className.equals(ActorLife.Construct.class.getName())) {
            return "start";
        }
        boolean isHook = className.equals(ActorObjects.class.getName()); // beside continuations, but calls hooks only
        return !isHook && className.startsWith(CallbackExecutor.class.getPackageName() + ".")
                ? "continuation"
                : otherwise;
    }

    private static @Nullable String ownMethod(StackTraceElement frame, ActorCell actor) {
        Object receiver = actor.receiver();
        return receiver != null && isOf(receiver.getClass(), frame.getClassName())
                ? receiver.getClass().getSimpleName() + "." + frame.getMethodName()
                : null;
    }

    private static boolean isOf(Class<?> actorClass, String frameClass) {
        for (Class<?> at = actorClass; at != null && at != Object.class; at = at.getSuperclass()) {
            if (at.getName().equals(frameClass) && !frameClass.startsWith("io.troupe.core.")) {
                return true;
            }
        }
        return false;
    }

    /** A dispatcher may be shared, and tells all. */
    private boolean isOfAnotherSystem(Cell cell) {
        return cell instanceof ActorCell actor && actor.system() != system;
    }

    @Override
    public void onClosed(CellScheduler dispatcher, boolean ended, Throwable cause) {
        system.dispatcherClosed(dispatcher, ended, cause);
    }

    private static String print(List<StackTraceElement> stack) {
        return stack.stream().limit(MAX_FRAMES).map(frame -> "\n\tat " + frame).collect(Collectors.joining());
    }

    @Override
    public void onTurnFailed(Cell cell, Throwable failure) {
        if (isOfAnotherSystem(cell)) {
            return;
        }
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
