// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what other threads or processes bring about, within the limit of all these tests. Any thread may wait. */
public final class Until {
    /** Nothing takes that long, also on a busy machine. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    private Until() {}

    /** Returns as soon as it is true; fails when it does not become true. */
    public static void isTrue(String what, BooleanSupplier condition) {
        Await.until(what, LIMIT, condition);
    }
}
