// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * Which numbers have come, of 1, 2, 3 and so on. Immutable.
 *
 * @param all every number up to this one has come
 * @param above numbers that came before some smaller one
 * @param duplicates how often a number came that was there
 */
public record Seen(long all, List<Long> above, long duplicates) {
    /** None yet. */
    public static final Seen NONE = new Seen(0, List.of(), 0);

    /** The same and one more. */
    public Seen plus(long number) {
        if (number <= all || above.contains(number)) {
            return new Seen(all, above, duplicates + 1);
        }
        List<Long> waiting = new ArrayList<>(above);
        waiting.add(number);
        long next = all;
        while (waiting.remove(next + 1)) {
            next++;
        }
        return new Seen(next, waiting, duplicates);
    }

    /** How many different numbers have come. */
    public long count() {
        return all + above.size();
    }
}
