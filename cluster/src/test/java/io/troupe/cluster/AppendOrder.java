// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.testkit.history.Op;
import io.troupe.testkit.history.Operation;
import io.troupe.testkit.history.OperationEnd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether operations on one list are linearizable: {@code append} with items that differ, and {@code read} of the whole list. As lists
 * only grow, the longest one that was read has the order of all that anybody has seen, so nothing is searched: any length will do.
 */
final class AppendOrder {
    private final Map<Long, Operation<Op>> appends = new HashMap<>();
    private final List<Operation<Op>> reads = new ArrayList<>();
    private final Map<Long, Integer> places = new HashMap<>();
    private List<Long> longest = List.of();

    private AppendOrder(List<Operation<Op>> operations) {
        for (Operation<Op> each : operations) {
            if (each.call().action().equals("append")) {
                appends.put((Long) each.call().argument(0), each);
            } else if (each.end() == OperationEnd.OK) {
                reads.add(each);
                longest = items(each).size() > longest.size() ? items(each) : longest;
            }
        }
    }

    /** {@return what is wrong with the operations on one list; empty: nothing} */
    static List<String> check(List<Operation<Op>> operations) {
        AppendOrder order = new AppendOrder(operations);
        List<String> wrong = new ArrayList<>();
        order.checkItems(wrong);
        if (wrong.isEmpty()) {
            order.checkReads(wrong);
        }
        return wrong;
    }

    /** The longest list: each item was appended, once, and in the order of those that did not overlap. */
    private void checkItems(List<String> wrong) {
        long latest = -1;
        for (long item : longest) {
            Operation<Op> append = appends.get(item);
            if (append == null || append.end() == OperationEnd.FAIL) {
                wrong.add("what is read must have been appended: item=" + item + ", append=" + append);
                continue;
            }
            if (places.put(item, places.size()) != null) {
                wrong.add("what is appended once must be read once: item=" + item);
            }
            if (append.end() == OperationEnd.OK && append.completed() < latest) {
                wrong.add("what was appended later must be read later: append=" + append);
            }
            latest = Math.max(latest, append.invoked());
        }
    }

    /** Each read is the beginning of the longest, has all that was there before it began, and nothing from behind its end. */
    private void checkReads(List<String> wrong) {
        long[] begun = new long[longest.size() + 1]; // the latest beginning of the first items
        for (int i = 0; i < longest.size(); i++) {
            begun[i + 1] = Math.max(begun[i], appends.get(longest.get(i)).invoked());
        }
        List<Operation<Op>> done = new ArrayList<>(reads);
        appends.values().stream()
                .filter(append -> append.end() == OperationEnd.OK)
                .forEach(done::add);
        done.sort(Comparator.comparingLong(Operation::completed));
        List<Operation<Op>> byBeginning = reads.stream()
                .sorted(Comparator.comparingLong(Operation::invoked))
                .toList();
        int next = 0;
        int least = 0;
        for (Operation<Op> read : byBeginning) {
            for (; next < done.size() && done.get(next).completed() < read.invoked(); next++) {
                least = Math.max(least, length(done.get(next)));
            }
            List<Long> items = items(read);
            if (!items.equals(longest.subList(0, items.size()))) {
                wrong.add("what is read must be the beginning of what is read later: read=" + read);
            } else if (items.size() < least) {
                wrong.add("what was read or appended before must be there: read=" + read + ", least=" + least);
            } else if (begun[items.size()] > read.completed()) {
                wrong.add("what is read must have been appended before: read=" + read);
            }
        }
    }

    /** How long the list was when an operation had been done. */
    private int length(Operation<Op> done) {
        if (done.call().action().equals("read")) {
            return items(done).size();
        }
        Integer place = places.get((Long) done.call().argument(0));
        return place == null ? Integer.MAX_VALUE : place + 1;
    }

    @SuppressWarnings("unchecked")
    private static List<Long> items(Operation<Op> read) {
        return (List<Long>) read.result();
    }
}
