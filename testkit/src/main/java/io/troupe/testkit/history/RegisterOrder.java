// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a history of one register is linearizable, without a search, if it has reads and writes only and no value is
 * written twice. A value and its reads are one block of every order. A block must come before another one if one of its operations
 * precedes one of the other's; the history is linearizable exactly if no two blocks must come before each other. Source: Gibbons
 * and Korach, Testing shared memories, SIAM Journal on Computing 26 (1997). For one thread, once.
 *
 * <p>A write whose outcome is not known has happened if its value was read, and needs no place otherwise.
 */
final class RegisterOrder {
    private final Map<@Nullable Object, Block> blocks = new HashMap<>();
    private CheckVerdict verdict = CheckVerdict.UNKNOWN;

    /** A value: its write and its reads. */
    private static final class Block {
        final @Nullable Object value;

        /** Beginning of the write: before everything for the first value. */
        final long written;

        /** The earliest end of its operations. */
        long earliestEnd;

        /** The latest beginning of its operations. */
        long latestBegin;

        boolean isRead;

        Block(@Nullable Object value, long written, long end) {
            this.value = value;
            this.written = written;
            this.earliestEnd = end;
            this.latestBegin = written;
        }

        boolean mustPrecede(Block other) {
            return earliestEnd < other.latestBegin;
        }

        /** Whether nothing can come between its operations, from the earliest end to the latest beginning. */
        boolean isClosed() {
            return earliestEnd < latestBegin;
        }
    }

    private RegisterOrder() {}

    /**
     * Decides.
     *
     * @param operations of one register, without those that have failed and reads without an outcome
     * @param first value before any write
     */
    static CheckVerdict of(List<Operation<Op>> operations, @Nullable Object first) {
        RegisterOrder order = new RegisterOrder();
        if (order.addWrites(operations, Response.plain(first)) && order.addReads(operations)) {
            order.decide();
        }
        return order.verdict;
    }

    private boolean addWrites(List<Operation<Op>> operations, @Nullable Object first) {
        blocks.put(first, new Block(first, Long.MIN_VALUE, Long.MIN_VALUE));
        for (Operation<Op> operation : operations) {
            String action = operation.call().action();
            if (action.equals("write")) {
                Object value = Response.plain(operation.call().argument(0));
                if (blocks.put(value, new Block(value, operation.invoked(), operation.completed())) != null) {
                    return false; // a read does not tell which of them it has seen
                }
            } else if (!action.equals("read")) {
                return false;
            }
        }
        return true;
    }

    private boolean addReads(List<Operation<Op>> operations) {
        for (Operation<Op> operation : operations) {
            if (operation.call().action().equals("read")) {
                Object value = Response.plain(operation.result());
                Block block = blocks.get(value);
                if (block == null) {
                    return broken("only what was written can be read: value=" + value);
                }
                if (operation.completed() < block.written) {
                    return broken("a value must be written before it is read: value=" + value);
                }
                block.isRead = true;
                block.earliestEnd = Math.min(block.earliestEnd, operation.completed());
                block.latestBegin = Math.max(block.latestBegin, operation.invoked());
            }
        }
        return true;
    }

    private boolean broken(String rule) {
        verdict = new CheckVerdict(CheckOutcome.VIOLATED, rule);
        return false;
    }

    private void decide() {
        List<Block> closed = new ArrayList<>();
        List<Block> open = new ArrayList<>();
        for (Block block : blocks.values()) {
            boolean counts = block.isRead || (block.written != Long.MIN_VALUE && block.earliestEnd != Operation.OPEN);
            if (counts) {
                (block.isClosed() ? closed : open).add(block);
            }
        }
        closed.sort(Comparator.comparingLong(block -> block.earliestEnd));
        for (int i = 1; i < closed.size(); i++) {
            if (closed.get(i).mustPrecede(closed.get(i - 1))) {
                brokenBy(closed.get(i - 1), closed.get(i));
                return;
            }
        }
        for (Block block : open) { // two of them are never in each other's way
            Block before = lastBefore(closed, block);
            if (before != null && block.mustPrecede(before)) {
                brokenBy(before, block);
                return;
            }
        }
        verdict = CheckVerdict.OK;
    }

    private void brokenBy(Block one, Block other) {
        broken("of two values one must be written, and read for the last time, before the other: values=" + one.value
                + " and " + other.value);
    }

    /** The last of those that must precede a block: as they do not overlap, none of the others can be in its way. */
    private static @Nullable Block lastBefore(List<Block> closed, Block block) {
        int from = 0;
        int to = closed.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (closed.get(middle).mustPrecede(block)) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from == 0 ? null : closed.get(from - 1);
    }
}
