// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Notes what came, and whether it came in order and once. Numbers of a sender grow; some may be missing. */
public class Ledger extends Actor<Ledger> {
    private final Map<Integer, Long> latest = new HashMap<>();
    private final List<Callback<Long>> readers = new ArrayList<>();
    private long noted;
    private long violations;
    private long damaged;

    /** What was noted so far. */
    public record Summary(long noted, long violations, long damaged) {}

    static long checkOf(int sender, long number) {
        return (number * 31 + sender) * 0x9E3779B97F4A7C15L;
    }

    public void note(int sender, long number, long check) {
        enter(sender, number, check);
    }

    /** Notes it, too; the answer is the number. */
    public Promise<Long> noteAndTell(int sender, long number, long check) {
        enter(sender, number, check);
        return Promise.of(number);
    }

    private void enter(int sender, long number, long check) {
        if (check != checkOf(sender, number)) {
            damaged++; // on its way: no promise is made about such things
            return;
        }
        noted++;
        Long before = latest.put(sender, number);
        if (before != null && before >= number) {
            violations++;
        }
        readers.removeIf(Callback::isEnded);
        for (Callback<Long> reader : readers) {
            reader.item(noted);
        }
    }

    /** Gets how many entries there are, with each new one. */
    public void read(Callback<Long> counts) {
        readers.add(counts);
    }

    public Promise<Summary> summary() {
        return Promise.of(new Summary(noted, violations, damaged));
    }

    public Promise<Integer> never() {
        return new CompletablePromise<>();
    }

    /** Ends its process at once, as if it had crashed. */
    public void halt() {
        Runtime.getRuntime().halt(3);
    }
}
