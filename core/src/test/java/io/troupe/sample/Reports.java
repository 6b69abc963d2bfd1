// SPDX-License-Identifier: Apache-2.0
package io.troupe.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What watchdogs have reported. Where the machine is busy, they also report messages that were only stopped by it. */
final class Reports {
    private static final long LIMIT_SECONDS = 30;

    private Reports() {}

    /** Waits for a report that is as expected; fails with all others if none comes. */
    static void await(BlockingQueue<String> reports, Predicate<String> expected) throws InterruptedException {
        List<String> others = new ArrayList<>();
        String report = reports.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        while (report != null && !expected.test(report)) {
            others.add(report);
            report = reports.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
        if (report == null) {
            throw new AssertionError("the expected report must come: others=" + others);
        }
    }
}
