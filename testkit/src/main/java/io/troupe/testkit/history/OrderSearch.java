// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Searches for an order of operations that a model accepts and that respects given orders: within a lane an operation
 * that was over before another one began comes first. One lane for all operations makes that linearizability, one
 * lane per client sequential consistency. For one thread, once.
 *
 * <p>The search is that of Wing and Gong, depth first: it puts one operation that no remaining one precedes behind
 * the others, and takes it back when nothing leads on. As Lowe proposed, it remembers the configurations it has been
 * in, and never goes on from one twice. A configuration is written relative to the first operation of each lane that
 * is still missing; so its size grows with the operations under way at one time, not with the history, and a moment
 * without open calls cuts the search in two by itself.
 *
 * <p>Operations whose outcome is not known need no place in the order, and nothing has to come after them. Among the
 * orders that are right, the search looks only for those with the fewest such operations, each as late as it can be:
 * directly before an operation of the same object that would go wrong, or lead elsewhere, without it.
 *
 * @param <S> type of the model's states
 * @param <O> type of the operations
 */
final class OrderSearch<S, O> {
    private static final int NONE = -1;

    private final Model<S, O, Object> model;
    private final List<Operation<O>> operations;
    private final SearchBudget budget;

    /** By number of an operation here. */
    private final int[] laneOf;

    private final int[] objectOf;
    private final boolean[] placed;

    /** Position among the operations of its lane that have ended, or among all open ones. */
    private final int[] rank;

    /** The open operation before this one with the same call, which can do whatever this one can; else NONE. */
    private final int[] twin;

    private final int[] open;

    /** The order in which the model thinks that operations have their places, and its reverse. */
    private final int[] byLikelyRank;

    private final int[] likelyRank;

    /**
     * The entries of each lane in the order of the history: 2i where operation i begins, 2i + 1 where it ends, and 2n
     * + lane in front. Entries of operations that have their place are taken out, and put back in reverse order.
     */
    private final int[] next;

    private final int[] previous;

    /**
     * Of each lane: operations that have ended, by rank, whether they have a place; how many have; the first that has
     * none.
     */
    private final boolean[][] placedByRank;

    private final int[] placedInLane;
    private final int[] firstMissing;
    private int missing;

    /** Of each object: its state, by number. */
    private final int[] states;

    private final List<S> stateByNumber = new ArrayList<>();
    private final Map<S, Integer> numberOfState = new HashMap<>();
    private final Set<Configuration> visited = new HashSet<>();

    /** The order so far, with the state that each operation has met. */
    private final int[] order;

    private final int[] stateBefore;
    private final int[] scratch;
    private int depth;

    private int[] longest = new int[0];
    private int[] conflicts = new int[0];
    private int mostEnded = NONE;

    /**
     * A search.
     *
     * @param operations in order of beginning, without those that have failed
     * @param laneOf lane of each operation, from 0
     * @param objectOf object of each operation, from 0
     */
    OrderSearch(
            Model<S, O, Object> model,
            List<Operation<O>> operations,
            int[] laneOf,
            int[] objectOf,
            SearchBudget budget) {
        this.model = model;
        this.operations = operations;
        this.laneOf = laneOf;
        this.objectOf = objectOf;
        this.budget = budget;
        int count = operations.size();
        int lanes = Arrays.stream(laneOf).max().orElse(0) + 1;
        this.placed = new boolean[count];
        this.rank = new int[count];
        this.twin = new int[count];
        this.next = new int[2 * count + lanes];
        this.previous = new int[2 * count + lanes];
        this.placedInLane = new int[lanes];
        this.firstMissing = new int[lanes];
        this.placedByRank = new boolean[lanes][];
        this.states = new int[Arrays.stream(objectOf).max().orElse(0) + 1];
        this.order = new int[count];
        this.stateBefore = new int[count];
        this.scratch = new int[count];
        this.open = openOperations();
        this.byLikelyRank = likelyOrder();
        this.likelyRank = new int[count];
        for (int i = 0; i < count; i++) {
            likelyRank[byLikelyRank[i]] = i;
        }
        linkEntries();
        Arrays.fill(states, number(model.initial()));
    }

    private int[] likelyOrder() {
        List<List<Operation<O>>> objects = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            objects.add(new ArrayList<>());
        }
        for (int i = 0; i < operations.size(); i++) {
            objects.get(objectOf[i]).add(operations.get(i));
        }
        List<ToLongFunction<Operation<O>>> orders =
                objects.stream().map(model::likelyOrder).toList();
        return IntStream.range(0, operations.size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> orders.get(objectOf[i]).applyAsLong(operations.get(i))))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int[] openOperations() {
        Map<List<Object>, Integer> latest = new HashMap<>();
        int[] found = new int[operations.size()];
        int size = 0;
        for (int i = 0; i < operations.size(); i++) {
            Operation<O> operation = operations.get(i);
            if (operation.end() == OperationEnd.INFO) {
                Integer before = latest.put(List.of(laneOf[i], objectOf[i], operation.call()), i);
                twin[i] = before == null ? NONE : before;
                rank[i] = size;
                found[size++] = i;
            }
        }
        return Arrays.copyOf(found, size);
    }

    private void linkEntries() {
        long[][] events = new long[2 * operations.size()][];
        int size = 0;
        int[] ended = new int[placedByRank.length];
        for (int i = 0; i < operations.size(); i++) {
            Operation<O> operation = operations.get(i);
            if (operation.end() != OperationEnd.INFO) {
                events[size++] = new long[] {operation.invoked(), 2L * i};
                events[size++] = new long[] {operation.completed(), 2L * i + 1};
                rank[i] = ended[laneOf[i]]++;
                missing++;
            }
        }
        Arrays.sort(events, 0, size, (left, right) -> Long.compare(left[0], right[0]));
        int[] last = new int[ended.length];
        for (int lane = 0; lane < ended.length; lane++) {
            last[lane] = head(lane);
            placedByRank[lane] = new boolean[ended[lane]];
        }
        Arrays.fill(next, NONE);
        for (int k = 0; k < size; k++) {
            int entry = (int) events[k][1];
            int lane = laneOf[entry / 2];
            next[last[lane]] = entry;
            previous[entry] = last[lane];
            last[lane] = entry;
        }
    }

    private int head(int lane) {
        return 2 * operations.size() + lane;
    }

    private boolean isCall(int entry) {
        return entry != NONE && entry % 2 == 0;
    }

    /** Runs the search. */
    CheckOutcome run() {
        // Of each depth: what may come next, and how many of them have been tried.
        int[][] candidates = new int[operations.size() + 1][];
        int[] tried = new int[operations.size() + 1];
        candidates[0] = candidates();
        while (missing > 0) {
            boolean found = false;
            while (!found && tried[depth] < candidates[depth].length) {
                int level = depth;
                int operation = candidates[level][tried[level]++];
                found = place(operation);
                if (found && model.readsOnly(operations.get(operation).call())) {
                    tried[level] = candidates[level].length; // it can always come now: nothing else is worth trying
                }
            }
            if (budget.exhausted() != null) {
                noteLongest();
                return CheckOutcome.UNKNOWN;
            }
            if (found) {
                candidates[depth] = candidates();
                tried[depth] = 0;
            } else {
                noteLongest();
                if (depth == 0) {
                    return CheckOutcome.VIOLATED;
                }
                takeBack();
            }
        }
        noteLongest();
        return CheckOutcome.OK;
    }

    /**
     * What may come next: operations that have ended first, as those with unknown outcome are rarely needed; the former
     * in the order that the model takes for likely.
     */
    private int[] candidates() {
        int[] found = scratch;
        int size = endedCandidates(found);
        for (int i = 0; i < size; i++) {
            found[i] = likelyRank[found[i]];
        }
        Arrays.sort(found, 0, size);
        for (int i = 0; i < size; i++) {
            found[i] = byLikelyRank[found[i]];
        }
        for (int operation : open) {
            if (isPossible(operation)) {
                found[size++] = operation;
            }
        }
        return Arrays.copyOf(found, size);
    }

    private int endedCandidates(int[] found) {
        int size = 0;
        for (int lane = 0; lane < placedInLane.length; lane++) {
            for (int entry = next[head(lane)]; isCall(entry); entry = next[entry]) {
                found[size++] = entry / 2;
            }
        }
        return size;
    }

    /** Whether an open operation may come now: it has begun before the first of its lane that is missing has ended. */
    private boolean isPossible(int operation) {
        if (placed[operation] || (twin[operation] != NONE && !placed[twin[operation]])) {
            return false;
        }
        int end = next[head(laneOf[operation])];
        while (isCall(end)) {
            end = next[end];
        }
        return end == NONE
                || operations.get(operation).invoked() < operations.get(end / 2).completed();
    }

    /** Puts an operation behind the others, if the model accepts it there and it leads to something new. */
    private boolean place(int operation) {
        int object = objectOf[operation];
        int before = states[object];
        S after = step(before, operation);
        if (after == null) {
            return false;
        }
        boolean isOpen = operations.get(operation).end() == OperationEnd.INFO;
        int number = number(after);
        if (isOpen && number == before) {
            return false;
        }
        if (depth > 0 && isOpen(order[depth - 1]) && !isWorthwhile(order[depth - 1], operation, number)) {
            return false;
        }
        order[depth] = operation;
        stateBefore[depth] = before;
        depth++;
        states[object] = number;
        placed[operation] = true;
        if (!isOpen) {
            takeOut(operation);
        }
        Configuration configuration = configuration();
        if (!visited.add(configuration)) {
            takeBack();
            return false;
        }
        budget.use(configuration.bytes());
        return true;
    }

    /** Whether the open operation that came last is needed exactly where it is, now that another one follows it. */
    private boolean isWorthwhile(int last, int follower, int stateAfterBoth) {
        if (objectOf[last] != objectOf[follower]) {
            return false; // it can come later
        }
        S swapped = step(stateBefore[depth - 1], follower);
        if (swapped == null) {
            return true;
        }
        if (number(swapped) == stateAfterBoth) {
            return false; // it makes no difference
        }
        if (isOpen(follower) && follower > last) {
            return true; // of two open ones in either order, the first to begin comes first
        }
        S both = step(number(swapped), last);
        return both == null || number(both) != stateAfterBoth; // else it can come later
    }

    private boolean isOpen(int operation) {
        return operations.get(operation).end() == OperationEnd.INFO;
    }

    private @Nullable S step(int state, int operation) {
        if (!budget.step()) {
            return null;
        }
        Operation<O> of = operations.get(operation);
        return model.step(
                stateByNumber.get(state), of.call(), new Response<>(of.end() == OperationEnd.OK, of.result()));
    }

    private int number(S state) {
        Integer known = numberOfState.putIfAbsent(state, stateByNumber.size());
        if (known != null) {
            return known;
        }
        stateByNumber.add(state);
        budget.use(SearchBudget.bytesOf(Objects.requireNonNull(state, "state")) + 64);
        return stateByNumber.size() - 1;
    }

    private void takeOut(int operation) {
        unlink(2 * operation);
        unlink(2 * operation + 1);
        int lane = laneOf[operation];
        placedByRank[lane][rank[operation]] = true;
        placedInLane[lane]++;
        missing--;
        while (firstMissing[lane] < placedByRank[lane].length && placedByRank[lane][firstMissing[lane]]) {
            firstMissing[lane]++;
        }
    }

    private void unlink(int entry) {
        next[previous[entry]] = next[entry];
        if (next[entry] != NONE) {
            previous[next[entry]] = previous[entry];
        }
    }

    private void relink(int entry) {
        next[previous[entry]] = entry;
        if (next[entry] != NONE) {
            previous[next[entry]] = entry;
        }
    }

    private void takeBack() {
        depth--;
        int operation = order[depth];
        states[objectOf[operation]] = stateBefore[depth];
        placed[operation] = false;
        if (!isOpen(operation)) {
            relink(2 * operation + 1);
            relink(2 * operation);
            int lane = laneOf[operation];
            placedByRank[lane][rank[operation]] = false;
            placedInLane[lane]--;
            missing++;
            firstMissing[lane] = Math.min(firstMissing[lane], rank[operation]);
        }
    }

    /** Remembers the order so far if no other one had as many operations that have ended. */
    private void noteLongest() {
        int ended = 0;
        for (int inLane : placedInLane) {
            ended += inLane;
        }
        if (ended <= mostEnded) {
            return;
        }
        mostEnded = ended;
        longest = Arrays.copyOf(order, depth);
        conflicts = Arrays.copyOf(scratch, endedCandidates(scratch));
    }

    /** {@return the operations of the longest order found, those with unknown outcome that it needs among them} */
    List<Operation<O>> longest() {
        return listOf(longest);
    }

    /** {@return the operations of which none can come next there} */
    List<Operation<O>> conflicts() {
        return listOf(conflicts);
    }

    private List<Operation<O>> listOf(int[] numbers) {
        List<Operation<O>> list = new ArrayList<>(numbers.length);
        for (int number : numbers) {
            list.add(operations.get(number));
        }
        return List.copyOf(list);
    }

    private Configuration configuration() {
        int openWords = (open.length + 63) / 64;
        int size = openWords + 2 + (states.length + 1) / 2;
        for (int lane = 0; lane < firstMissing.length; lane++) {
            size += 1 + wordsOf(lane);
        }
        long[] words = new long[size];
        int at = 0;
        for (int i : open) {
            if (placed[i]) {
                words[rank[i] >> 6] |= 1L << rank[i];
            }
        }
        at += openWords;
        // What may follow an open operation depends on it and on what was before: these are configurations of their
        // own.
        boolean openLast = isOpen(order[depth - 1]);
        words[at++] = openLast ? order[depth - 1] + 1L : 0;
        words[at++] = openLast ? stateBefore[depth - 1] + 1L : 0;
        for (int object = 0; object < states.length; object++) {
            words[at + object / 2] |= (long) states[object] << (32 * (object % 2));
        }
        at += (states.length + 1) / 2;
        for (int lane = 0; lane < firstMissing.length; lane++) {
            int window = wordsOf(lane);
            int first = firstMissing[lane];
            words[at++] = ((long) first << 32) | window;
            boolean[] ranks = placedByRank[lane];
            int rest = placedInLane[lane] - first;
            for (int bit = 0; rest > 0; bit++) {
                if (ranks[first + bit]) {
                    words[at + (bit >> 6)] |= 1L << bit;
                    rest--;
                }
            }
            at += window;
        }
        return new Configuration(words);
    }

    /** How many words the operations of a lane need that have their place before the first missing one has. */
    private int wordsOf(int lane) {
        int rest = placedInLane[lane] - firstMissing[lane];
        int bit = 0;
        for (int at = firstMissing[lane]; rest > 0; at++, bit++) {
            if (placedByRank[lane][at]) {
                rest--;
            }
        }
        return (bit + 63) / 64;
    }

    /** Where a search has been. */
    private static final class Configuration {
        private final long[] words;
        private final int hash;

        Configuration(long[] words) {
            this.words = words;
            long mixed = 0;
            for (long word : words) {
                mixed = (mixed ^ word) * 0x9E3779B97F4A7C15L;
                mixed ^= mixed >>> 32;
            }
            this.hash = (int) mixed;
        }

        long bytes() {
            return 24 + 16 + 8L * words.length + 48; // itself, its words, its place in the set
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Configuration that && Arrays.equals(words, that.words);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
