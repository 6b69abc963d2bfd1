// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sends owners their messages: the next one when the previous one was answered. */
class Driver extends Actor<Driver> {
    private final List<Owner> owners;
    private final int[] left;
    private int busy;
    private CompletablePromise<Long> finished = new CompletablePromise<>();

    /**
     * Idle until {@link #run}.
     *
     * @param owners driven by nobody else
     */
    Driver(List<Owner> owners) {
        this.owners = List.copyOf(owners);
        this.left = new int[owners.size()];
    }

    /**
     * Drives a batch.
     *
     * @param messages to each owner, 1 or more
     * @param watched whether waits are measured
     * @param start of the batch
     * @return the longest wait of any owner in nanoseconds, when all is done
     */
    public Promise<Long> run(int messages, boolean watched, long start) {
        Arrays.fill(left, messages);
        busy = left.length;
        finished = new CompletablePromise<>();
        for (int i = 0; i < left.length; i++) {
            owners.get(i).begin(watched ? new Watch(start) : null);
            owners.get(i).serve(self(), i);
        }
        return finished.flatMap(nothing -> longest());
    }

    /** An owner's answer. */
    public void served(int index) {
        if (--left[index] > 0) {
            owners.get(index).serve(self(), index);
        } else if (--busy == 0) {
            finished.complete(0L);
        }
    }

    private Promise<Long> longest() {
        List<Promise<Long>> waits = new ArrayList<>();
        owners.forEach(owner -> waits.add(owner.longest()));
        return Promise.all(waits)
                .map(all -> all.stream().mapToLong(Long::longValue).max().orElse(0));
    }
}
