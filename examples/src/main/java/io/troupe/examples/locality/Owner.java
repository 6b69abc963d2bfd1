// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/** Owns some memory and works on it with each message. Its next message is sent only when the previous one is done. */
class Owner extends Actor<Owner> {
    private final Memory memory;
    private final int accesses;
    private @Nullable Watch watch;
    private int left;
    private CompletablePromise<Long> finished = new CompletablePromise<>();

    /**
     * Idle until the first message.
     *
     * @param memory nobody else touches it while messages are handled
     * @param accesses per message
     */
    Owner(Memory memory, int accesses) {
        this.memory = memory;
        this.accesses = accesses;
    }

    /**
     * Works on its own: sends itself each message after the first, which is this one.
     *
     * @param messages 1 or more
     * @param newWatch null: not watched
     * @return the longest wait in nanoseconds, when all is done
     */
    public Promise<Long> run(int messages, @Nullable Watch newWatch) {
        begin(newWatch);
        left = messages;
        finished = new CompletablePromise<>();
        next();
        return finished;
    }

    /** One message of a run. */
    public void next() {
        work();
        if (--left > 0) {
            self().next();
        } else {
            finished.complete(longestWait());
        }
    }

    /** Begins a batch of {@link #serve}. */
    public void begin(@Nullable Watch newWatch) {
        watch = newWatch;
    }

    /**
     * Works for a driver, and tells it.
     *
     * @param index of this actor at the driver
     */
    public void serve(Driver driver, int index) {
        work();
        driver.served(index);
    }

    /** The longest wait of the batch in nanoseconds. */
    public Promise<Long> longest() {
        return Promise.of(longestWait());
    }

    private long longestWait() {
        return watch == null ? 0 : watch.longest();
    }

    private void work() {
        if (watch != null) {
            watch.onMessage();
        }
        memory.access(accesses);
    }
}
