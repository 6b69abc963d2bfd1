// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.pi;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.List;

/**
 * Hands out the jobs and adds up the results, one message for each. A worker has at most one window of jobs in flight
 * and gets new ones when half of it has come back: the mailboxes stay short, a slow worker gets less, nobody waits for a
 * round trip. Computes one sum at a time.
 */
public class PiAccumulator extends Actor<PiAccumulator> {
    /** Jobs in flight per worker: enough to hide a wake-up, few enough for the cache. */
    static final int WINDOW = 512;

    private List<PiWorker> workers = List.of();
    private int[] inFlight = {};
    private long jobs;
    private long sent;
    private long added;
    private int terms;
    private double sum;
    private CompletablePromise<Double> result = new CompletablePromise<>();

    /** Idle until {@link #run}. */
    public PiAccumulator() {}

    /**
     * Computes the sum of the first jobs × terms terms.
     *
     * @param newWorkers made for this accumulator, in the order of their index
     * @param newJobs number of messages to the workers
     * @param newTerms of the series per job
     */
    public Promise<Double> run(List<PiWorker> newWorkers, long newJobs, int newTerms) {
        if (added < jobs) {
            throw new IllegalStateException(
                    "one sum must be complete before the next: jobs=" + jobs + ", added=" + added);
        }
        workers = newWorkers;
        inFlight = new int[newWorkers.size()];
        jobs = newJobs;
        terms = newTerms;
        sent = 0;
        added = 0;
        sum = 0;
        result = new CompletablePromise<>();
        for (int worker = 0; worker < inFlight.length; worker++) {
            feed(worker);
        }
        return result;
    }

    /** The result of one job. */
    public void add(int worker, double value) {
        sum += value;
        added++;
        if (--inFlight[worker] == WINDOW / 2) {
            feed(worker);
        }
        if (added == jobs) {
            result.complete(sum);
        }
    }

    /** Number of results so far. */
    public Promise<Long> added() {
        return Promise.of(added);
    }

    private void feed(int worker) {
        PiWorker target = workers.get(worker);
        long more = Math.min(WINDOW - inFlight[worker], jobs - sent);
        for (long i = 0; i < more; i++) {
            target.slice(sent * terms, terms);
            sent++;
        }
        inFlight[worker] += (int) more;
    }
}
