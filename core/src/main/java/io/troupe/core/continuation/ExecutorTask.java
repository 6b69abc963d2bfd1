// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.cell.Message;

/** Work on a {@link CallbackExecutor} that is no continuation of a promise, and is told if it will never run. */
public abstract class ExecutorTask extends Message {
    /** For subclasses. */
    protected ExecutorTask() {}

    /**
     * It will not run: the actor has stopped or restarted, or the system has closed. Any thread; must be quick.
     *
     * @param reason why
     */
    protected abstract void abandon(Throwable reason);
}
