// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a history of one queue is linearizable, without a search, if no element is enqueued twice. Such a history is
 * linearizable exactly if no element comes from nowhere, comes out twice, or comes out before it went in; none went in before
 * another one and comes out after it; and no dequeue finds the queue empty while elements that overlap each other cover all of it.
 * Source: Henzinger, Sezgin and Vafeiadis, Aspect-oriented linearizability proofs, CONCUR 2013. For one thread, once.
 *
 * <p>An enqueue whose outcome is not known has happened if its element came out, and needs no place otherwise. A dequeue whose
 * outcome is not known takes an element that has to go and that nobody has taken, the most urgent one first; if that does not
 * suffice, somebody else must decide.
 */
final class QueueOrder {
    private final List<Element> elements = new ArrayList<>();
    private final List<Operation<Op>> empty = new ArrayList<>();

    /** Beginnings of the dequeues whose outcome is not known, in order. */
    private final List<Long> taking = new ArrayList<>();

    private CheckVerdict verdict = CheckVerdict.UNKNOWN;

    /** An element on its way through the queue. */
    private static final class Element {
        final @Nullable Object value;
        final Operation<Op> in;

        /** Positions in the history: never, if it stays. */
        long outBegins = Operation.OPEN;

        long outEnds = Operation.OPEN;
        boolean comesOut;

        Element(@Nullable Object value, Operation<Op> in) {
            this.value = value;
            this.in = in;
        }

        long inBegins() {
            return in.invoked();
        }

        long inEnds() {
            return in.completed();
        }
    }

    private QueueOrder() {}

    /**
     * Decides.
     *
     * @param operations of one queue, without those that have failed
     */
    static CheckVerdict of(List<Operation<Op>> operations) {
        QueueOrder order = new QueueOrder();
        if (order.pair(operations)) {
            order.takeUrgent();
            order.decide();
        }
        return order.verdict;
    }

    private void broken(String rule) {
        verdict = taking.isEmpty() ? new CheckVerdict(CheckOutcome.VIOLATED, rule) : CheckVerdict.UNKNOWN;
    }

    // ---- elements ------------------------------------------------------------------------------------------------

    /** Finds what goes in and comes out. Returns whether there is more to decide. */
    private boolean pair(List<Operation<Op>> operations) {
        Map<Object, Element> byValue = new HashMap<>();
        for (Operation<Op> operation : operations) {
            if (operation.call().action().equals("enqueue")) {
                Object value = Response.plain(operation.call().argument(0));
                if (value == null || byValue.put(value, new Element(value, operation)) != null) {
                    return false;
                }
            }
        }
        for (Operation<Op> operation : operations) {
            if (!operation.call().action().equals("enqueue") && !takeOut(operation, byValue)) {
                return false;
            }
        }
        taking.sort(Comparator.naturalOrder());
        byValue.values().stream()
                .filter(element -> element.comesOut || element.in.end() == OperationEnd.OK)
                .sorted(Comparator.comparingLong(Element::inBegins))
                .forEach(elements::add);
        return true;
    }

    private boolean takeOut(Operation<Op> operation, Map<Object, Element> byValue) {
        if (!operation.call().action().equals("dequeue")) {
            return false; // no operation of a queue: the model says so
        }
        if (operation.end() == OperationEnd.INFO) {
            taking.add(operation.invoked());
            return true;
        }
        Object value = Response.plain(operation.result());
        if (value == null) {
            empty.add(operation);
            return true;
        }
        Element element = byValue.get(value);
        if (element == null || element.comesOut || operation.precedes(element.in)) {
            String rule = element == null
                    ? "an element must go in before it comes out: element=" + value + ", dequeue=" + operation
                    : element.comesOut
                            ? "an element must come out once: element=" + value + ", dequeue=" + operation
                            : "an element must not come out before it goes in: element=" + value + ", dequeue="
                                    + operation;
            verdict = new CheckVerdict(
                    CheckOutcome.VIOLATED, rule); // whatever the operations without an outcome have done
            return false;
        }
        element.comesOut = true;
        element.outBegins = operation.invoked();
        element.outEnds = operation.completed();
        return true;
    }

    /** Gives the elements that must go, and that nobody has taken, to the dequeues whose outcome is not known. */
    private void takeUrgent() {
        if (taking.isEmpty()) {
            return;
        }
        Map<Element, Long> deadlines = new HashMap<>();
        for (Element stays : elements) {
            if (!stays.comesOut) {
                long deadline = Long.MAX_VALUE;
                boolean must = false;
                for (Element later : elements) {
                    if (later.comesOut && stays.inEnds() < later.inBegins()) {
                        deadline = Math.min(deadline, later.outEnds);
                        must = true;
                    }
                }
                for (Operation<Op> none : empty) {
                    if (stays.in.precedes(none)) {
                        deadline = Math.min(deadline, none.completed());
                        must = true;
                    }
                }
                if (must) {
                    deadlines.put(stays, deadline);
                }
            }
        }
        List<Element> urgent = new ArrayList<>(deadlines.keySet());
        urgent.sort(Comparator.<Element>comparingLong(element -> Objects.requireNonNull(deadlines.get(element)))
                .thenComparingLong(Element::inBegins));
        for (int i = 0; i < Math.min(urgent.size(), taking.size()); i++) {
            urgent.get(i).comesOut = true;
            urgent.get(i).outBegins = taking.get(i);
        }
    }

    // ---- rules ---------------------------------------------------------------------------------------------------

    private void decide() {
        if (isInOrder() && isNeverEmptyWithElements()) {
            verdict = CheckVerdict.OK;
        }
    }

    /** Whether no element went in before another one and comes out after it. */
    private boolean isInOrder() {
        List<Element> byEnd = new ArrayList<>(elements);
        byEnd.sort(Comparator.comparingLong(Element::inEnds));
        Element latest = null;
        int before = 0;
        for (Element element : elements) { // in order of beginning
            while (byEnd.get(before).inEnds() < element.inBegins()) {
                Element earlier = byEnd.get(before++);
                if (latest == null || earlier.outBegins > latest.outBegins) {
                    latest = earlier;
                }
            }
            if (latest != null && element.comesOut && (!latest.comesOut || element.outEnds < latest.outBegins)) {
                broken("elements must come out in the order in which they went in: first in=" + latest.value
                        + ", first out=" + element.value);
                return false;
            }
        }
        return true;
    }

    /** Whether each dequeue that found nothing may have come at a moment without elements. */
    private boolean isNeverEmptyWithElements() {
        Element[] byEnd = elements.toArray(new Element[0]);
        Arrays.sort(byEnd, Comparator.comparingLong(Element::inEnds));
        long[] ends = Arrays.stream(byEnd).mapToLong(Element::inEnds).toArray();
        long[] latestOut = new long[byEnd.length]; // of that element and those before it
        for (int i = 0; i < byEnd.length; i++) {
            latestOut[i] = Math.max(byEnd[i].outBegins, i == 0 ? -1 : latestOut[i - 1]);
        }
        for (Operation<Op> none : empty) {
            long covered = none.invoked();
            for (long next = out(ends, latestOut, covered); next > covered; next = out(ends, latestOut, covered)) {
                covered = next;
                if (covered > none.completed()) {
                    broken("a queue must be empty at some moment of a dequeue that finds nothing: dequeue=" + none
                            + ", invoked=" + none.invoked());
                    return false;
                }
            }
        }
        return true;
    }

    /** When the last of the elements begins to come out that were in before a moment; -1 if there is none. */
    private static long out(long[] ends, long[] latestOut, long moment) {
        int found = Arrays.binarySearch(ends, moment);
        int count = found >= 0 ? found : -found - 1;
        return count == 0 ? -1 : latestOut[count - 1];
    }
}
