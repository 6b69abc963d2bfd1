// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import io.troupe.testkit.history.DependencyGraph.Dependency;
import io.troupe.testkit.history.ListTransaction.Access;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The check of transactions on lists, after Elle (Kingsbury and Alvaro, 2020). As elements are appended and differ, a
 * list that was read tells who wrote before whom; that makes a graph of transactions, in which every cycle is an
 * anomaly. The time grows about linearly with the length of the history, as far as no component of the graph has many
 * anti-dependencies and none of the simpler cycles.
 *
 * <p>Real time does not matter: a transaction may run in the past. A transaction whose outcome is not known counts as
 * committed if somebody has read what it appended. Elements that nobody has read, but whose transaction was
 * committed, come after those that were read.
 */
public final class AppendConsistency {
    private static final int WW = 1;
    private static final int WR = 2;
    private static final int RW = 4;
    private static final int HELPER = 8;
    private static final int MOST_OF_A_KIND = 10;
    private static final int TRIES_FOR_A_SHORT_CYCLE = 32;

    private enum Kind {
        G0("G0", IsolationLevel.READ_UNCOMMITTED, "appends of transactions must have one order"),
        ORDER(
                "incompatible order",
                IsolationLevel.READ_UNCOMMITTED,
                "of two reads of a list one must be the beginning of the other"),
        DUPLICATE("duplicate", IsolationLevel.READ_UNCOMMITTED, "an element must be in a list once"),
        STRANGE(
                "strange element",
                IsolationLevel.READ_UNCOMMITTED,
                "a list must have only elements that were appended"),
        G1A("G1a", IsolationLevel.READ_COMMITTED, "what a failed transaction has appended must not be read"),
        G1B("G1b", IsolationLevel.READ_COMMITTED, "a transaction must not be read before its last append to the list"),
        G1C("G1c", IsolationLevel.READ_COMMITTED, "transactions must not depend on each other in a circle"),
        INTERNAL(
                "internal",
                IsolationLevel.CONSISTENT_VIEW,
                "a transaction must read its own appends, once it has made them, behind what it has read before"),
        G_SINGLE(
                "G-single",
                IsolationLevel.CONSISTENT_VIEW,
                "a transaction must not miss what it depends on: one anti-dependency in a circle"),
        G2("G2", IsolationLevel.SERIALIZABLE, "transactions must have an order: several anti-dependencies in a circle");

        final String title;
        final IsolationLevel level;
        final String rule;

        Kind(String title, IsolationLevel level, String rule) {
            this.title = title;
            this.level = level;
            this.rule = rule;
        }
    }

    /** Who appended an element: a transaction, and whether that appends to the list again. */
    private record Append(int transaction, boolean isLast) {}

    /** A read as others see it: without the reader's own appends at its end. */
    private record Read(int transaction, List<Object> elements, int foreign) {}

    /** All that is known about one list. */
    private static final class ListHistory {
        final Map<Object, Append> appends = new LinkedHashMap<>();
        final List<Read> reads = new ArrayList<>();
        List<Object> longest = List.of();
        int longestReader = -1;
    }

    private final List<Operation<ListTransaction>> transactions;
    private final Map<String, ListHistory> lists = new LinkedHashMap<>();
    private final Map<Kind, List<Anomaly>> reported = new EnumMap<>(Kind.class);
    private final DependencyGraph graph;
    private final boolean[] committed;

    private AppendConsistency(List<Operation<ListTransaction>> operations) {
        this.transactions = operations.stream()
                .sorted(Comparator.comparingLong(Operation::invoked))
                .toList();
        this.graph = new DependencyGraph(transactions.size());
        this.committed = new boolean[transactions.size()];
    }

    /**
     * Checks a history.
     *
     * @param history of transactions; the result of each is a list with one entry per access
     * @param level what must hold
     * @return the anomalies that the level forbids, with a short cycle for each component of the graph that has one.
     *     Of a component, a G2 is reported only if there is no simpler cycle. {@code UNKNOWN} if two appends to a
     *     list have equal elements, as the reads do not tell them apart
     * @throws IllegalArgumentException if a result does not fit its transaction
     */
    public static AnomalyReport check(History<ListTransaction> history, IsolationLevel level) {
        return check(history.operations(), level);
    }

    /**
     * Checks operations.
     *
     * @param operations of one history, in any order
     * @param level what must hold
     * @return as for a history
     * @throws IllegalArgumentException if a result does not fit its transaction
     */
    public static AnomalyReport check(List<Operation<ListTransaction>> operations, IsolationLevel level) {
        return new AppendConsistency(operations).run(level);
    }

    private AnomalyReport run(IsolationLevel level) {
        String twice = collectAppends();
        if (twice != null) {
            return AnomalyReport.unknown(level.word(), twice);
        }
        for (int i = 0; i < transactions.size(); i++) {
            if (transactions.get(i).end() == OperationEnd.OK) {
                committed[i] = true;
                collectReads(i);
            }
        }
        lists.forEach(this::checkElements);
        lists.forEach(this::addEdges);
        findCycles();
        List<Anomaly> anomalies = new ArrayList<>();
        reported.forEach((kind, list) -> {
            if (kind.level.compareTo(level) <= 0) {
                anomalies.addAll(list);
            }
        });
        return AnomalyReport.of(level.word(), anomalies);
    }

    private static Object plain(Object element) {
        return Objects.requireNonNull(Response.plain(element), "element");
    }

    private ListHistory list(String key) {
        return lists.computeIfAbsent(key, absent -> new ListHistory());
    }

    /** {@return a sentence if an element was appended twice} */
    private @Nullable String collectAppends() {
        for (int i = 0; i < transactions.size(); i++) {
            List<Access> accesses = transactions.get(i).call().accesses();
            Map<String, Integer> last = new HashMap<>();
            for (int at = 0; at < accesses.size(); at++) {
                if (!accesses.get(at).isRead()) {
                    last.put(accesses.get(at).key(), at);
                }
            }
            for (int at = 0; at < accesses.size(); at++) {
                Access access = accesses.get(at);
                Object element = access.element();
                if (element == null) {
                    continue;
                }
                boolean isLast = Integer.valueOf(at).equals(last.get(access.key()));
                Append before = list(access.key()).appends.putIfAbsent(plain(element), new Append(i, isLast));
                if (before != null) {
                    return "elements appended to a list must differ: key=" + access.key() + ", element=" + element;
                }
            }
        }
        return null;
    }

    private void collectReads(int number) {
        Operation<ListTransaction> transaction = transactions.get(number);
        List<Access> accesses = transaction.call().accesses();
        if (!(transaction.result() instanceof List<?> results) || results.size() != accesses.size()) {
            throw new IllegalArgumentException("a result must be a list with an entry per access: transaction="
                    + transaction.call() + ", result=" + transaction.result());
        }
        Map<String, List<Object>> own = new HashMap<>();
        Map<String, List<Object>> before = new HashMap<>();
        for (int at = 0; at < accesses.size(); at++) {
            Access access = accesses.get(at);
            List<Object> appended = own.computeIfAbsent(access.key(), absent -> new ArrayList<>());
            if (access.element() != null) {
                appended.add(plain(access.element()));
                continue;
            }
            if (!(results.get(at) instanceof List<?> elements)) {
                throw new IllegalArgumentException("a read must have a list as its result: transaction="
                        + transaction.call() + ", result=" + transaction.result());
            }
            List<Object> read = new ArrayList<>(elements.size());
            for (Object element : elements) {
                if (element == null) {
                    throw new IllegalArgumentException(
                            "an element must not be null: transaction=" + transaction.call() + ", key=" + access.key());
                }
                read.add(plain(element));
            }
            int foreign = read.size() - appended.size();
            List<Object> known = before.put(access.key(), foreign < 0 ? List.of() : read.subList(0, foreign));
            if (foreign < 0
                    || !read.subList(foreign, read.size()).equals(appended)
                    || (known != null && !known.equals(read.subList(0, foreign)))
                    || hasOwnLater(read, accesses.subList(at + 1, accesses.size()), access.key())) {
                report(Kind.INTERNAL, List.of(transaction.toString()));
                continue;
            }
            ListHistory list = list(access.key());
            list.reads.add(new Read(number, read, foreign));
            if (read.size() > list.longest.size() || list.longestReader < 0) {
                list.longest = read;
                list.longestReader = number;
            }
        }
    }

    /** Whether a transaction has read what it appends only afterwards. */
    private static boolean hasOwnLater(List<Object> read, List<Access> later, String key) {
        for (Access access : later) {
            if (access.element() != null && access.key().equals(key) && read.contains(plain(access.element()))) {
                return true;
            }
        }
        return false;
    }

    private void checkElements(String key, ListHistory list) {
        Set<String> told = new HashSet<>();
        checkRead(key, list, list.longest, list.longestReader, told);
        for (Read read : list.reads) {
            if (!list.longest.subList(0, read.elements().size()).equals(read.elements())) {
                report(
                        Kind.ORDER,
                        List.of(
                                transactions.get(read.transaction()).toString(),
                                transactions.get(list.longestReader).toString()));
                checkRead(key, list, read.elements(), read.transaction(), told);
            }
            if (read.foreign() > 0) {
                Append last = list.appends.get(read.elements().get(read.foreign() - 1));
                if (last != null && !last.isLast() && last.transaction() != read.transaction()) {
                    report(
                            Kind.G1B,
                            List.of(
                                    transactions.get(last.transaction()).toString(),
                                    transactions.get(read.transaction()).toString()));
                }
            }
        }
    }

    private void checkRead(String key, ListHistory list, List<Object> elements, int reader, Set<String> told) {
        Set<Object> once = new HashSet<>();
        for (Object element : elements) {
            if (!once.add(element) && told.add("twice " + element)) {
                report(Kind.DUPLICATE, List.of(transactions.get(reader) + "   (" + key + ": " + element + ")"));
            }
            Append append = list.appends.get(element);
            if (append == null) {
                if (told.add("strange " + element)) {
                    report(Kind.STRANGE, List.of(transactions.get(reader) + "   (" + key + ": " + element + ")"));
                }
                continue;
            }
            Operation<ListTransaction> writer = transactions.get(append.transaction());
            if (writer.end() != OperationEnd.FAIL) {
                committed[append.transaction()] = true; // else nobody could have read it
            } else if (told.add("failed " + element)) {
                report(
                        Kind.G1A,
                        List.of(writer.toString(), transactions.get(reader).toString()));
            }
        }
    }

    private void addEdges(String key, ListHistory list) {
        // Appenders by position in the longest read; -1 where nobody knows.
        int size = list.longest.size();
        int[] writers = new int[size];
        Set<Object> observed = new HashSet<>(list.longest);
        int previous = -1;
        for (int i = 0; i < size; i++) {
            Append append = list.appends.get(list.longest.get(i));
            writers[i] = append == null || !committed[append.transaction()] ? -1 : append.transaction();
            if (writers[i] >= 0) {
                if (previous >= 0) {
                    graph.add(previous, writers[i], WW, "appends to " + key + " before");
                }
                previous = writers[i];
            }
        }
        Unobserved rest = new Unobserved(list, observed);
        if (previous >= 0) {
            rest.addEdgesFrom(previous, WW, "appends to " + key + " before");
        }
        int[] nextWriter = new int[size + 1];
        nextWriter[size] = -1;
        for (int i = size - 1; i >= 0; i--) {
            nextWriter[i] = writers[i] >= 0 ? writers[i] : nextWriter[i + 1];
        }
        for (Read read : list.reads) {
            List<Object> elements = read.elements();
            if (!list.longest.subList(0, elements.size()).equals(elements)) {
                continue; // its place is not known
            }
            int foreign = read.foreign();
            if (foreign > 0 && writers[foreign - 1] >= 0) {
                graph.add(
                        writers[foreign - 1],
                        read.transaction(),
                        WR,
                        "appends " + elements.get(foreign - 1) + " to " + key + ", read by");
            }
            int missed = nextWriter[foreign];
            if (missed >= 0) {
                graph.add(read.transaction(), missed, RW, "reads " + key + " without the append of");
            } else {
                rest.addEdgesFrom(read.transaction(), RW, "reads " + key + " without the append of");
            }
        }
    }

    /**
     * The committed transactions that have appended to a list what nobody has read: they come after all that was
     * read. Two chains of helpers stand for the first and for the last of them, so that an edge to all but one is two
     * edges.
     */
    private final class Unobserved {
        private final List<Integer> writers;
        private final Map<Integer, Integer> rank = new HashMap<>();
        private final int[] upTo;
        private final int[] from;

        Unobserved(ListHistory list, Set<Object> observed) {
            Set<Integer> distinct = new LinkedHashSet<>();
            list.appends.forEach((element, append) -> {
                if (committed[append.transaction()] && !observed.contains(element)) {
                    distinct.add(append.transaction());
                }
            });
            writers = List.copyOf(distinct);
            int count = writers.size();
            upTo = new int[count];
            from = new int[count];
            for (int i = 0; i < count; i++) {
                rank.put(writers.get(i), i);
                upTo[i] = graph.addHelper();
                graph.add(upTo[i], writers.get(i), HELPER, "");
                if (i > 0) {
                    graph.add(upTo[i], upTo[i - 1], HELPER, "");
                }
            }
            for (int i = count - 1; i >= 0; i--) {
                from[i] = graph.addHelper();
                graph.add(from[i], writers.get(i), HELPER, "");
                if (i < count - 1) {
                    graph.add(from[i], from[i + 1], HELPER, "");
                }
            }
        }

        void addEdgesFrom(int transaction, int kind, String reason) {
            int own = rank.getOrDefault(transaction, -1);
            int before = own < 0 ? writers.size() - 1 : own - 1;
            if (before >= 0) {
                graph.add(transaction, upTo[before], kind, reason);
            }
            if (own >= 0 && own + 1 < writers.size()) {
                graph.add(transaction, from[own + 1], kind, reason);
            }
        }
    }

    private void findCycles() {
        int[] whole = graph.components(WW | WR | RW | HELPER);
        Map<Integer, List<Dependency>> inside = new LinkedHashMap<>();
        for (Dependency edge : graph.edges()) {
            if (whole[edge.from()] == whole[edge.to()]) {
                inside.computeIfAbsent(whole[edge.from()], absent -> new ArrayList<>())
                        .add(edge);
            }
        }
        if (inside.isEmpty()) {
            return;
        }
        int[] writes = graph.components(WW | HELPER);
        int[] flow = graph.components(WW | WR | HELPER);
        long[] reached = new long[graph.size()];
        for (List<Dependency> edges : inside.values()) {
            boolean simple = reportFirst(Kind.G0, edges, WW, WW | HELPER, writes);
            simple |= reportFirst(Kind.G1C, edges, WR, WW | WR | HELPER, flow);
            simple |= reportSingle(edges, flow, whole, reached);
            if (!simple) {
                reportShortest(edges, whole);
            }
        }
    }

    /** Reports a cycle through an edge of one kind, if one has both ends in a component. */
    private boolean reportFirst(Kind kind, List<Dependency> edges, int edgeKind, int kinds, int[] component) {
        for (Dependency edge : edges) {
            if (edge.kind() == edgeKind && component[edge.from()] == component[edge.to()]) {
                return reportCycle(kind, edge, kinds, component);
            }
        }
        return false;
    }

    private boolean reportCycle(Kind kind, Dependency edge, int kinds, int[] component) {
        List<Dependency> cycle = isFull(kind) ? null : graph.cycle(edge, kinds, component);
        if (cycle != null) {
            report(kind, textOf(cycle));
        }
        return true;
    }

    /**
     * Reports a cycle with one anti-dependency, if there is one. Whether its end reaches its beginning by other edges
     * is found for 64 of them at a time: along the components of the other edges, in their order.
     */
    private boolean reportSingle(List<Dependency> edges, int[] flow, int[] whole, long[] reached) {
        List<Dependency> anti = edges.stream().filter(edge -> edge.kind() == RW).toList();
        Dependency[] others = edges.stream()
                .filter(edge -> edge.kind() != RW && flow[edge.from()] != flow[edge.to()])
                .sorted(Comparator.comparingInt((Dependency edge) -> flow[edge.from()])
                        .reversed())
                .toArray(Dependency[]::new);
        Dependency found = null;
        for (int start = 0; found == null && start < anti.size(); start += Long.SIZE) {
            List<Dependency> some = anti.subList(start, Math.min(anti.size(), start + Long.SIZE));
            for (int i = 0; i < some.size(); i++) {
                reached[flow[some.get(i).to()]] |= 1L << i;
            }
            for (Dependency edge : others) {
                reached[flow[edge.to()]] |= reached[flow[edge.from()]];
            }
            for (int i = 0; i < some.size(); i++) {
                Dependency edge = some.get(i);
                if ((reached[flow[edge.from()]] & (1L << i)) != 0) {
                    found = edge;
                    break;
                }
            }
            for (Dependency edge : edges) {
                reached[flow[edge.from()]] = 0;
                reached[flow[edge.to()]] = 0;
            }
        }
        return found != null && reportCycle(Kind.G_SINGLE, found, WW | WR | HELPER, whole);
    }

    private void reportShortest(List<Dependency> edges, int[] whole) {
        List<Dependency> shortest = null;
        int tries = 0;
        for (Dependency edge : edges) {
            if (edge.kind() == RW && !isFull(Kind.G2) && tries++ < TRIES_FOR_A_SHORT_CYCLE) {
                List<Dependency> cycle = graph.cycle(edge, WW | WR | RW | HELPER, whole);
                if (cycle != null && (shortest == null || cycle.size() < shortest.size())) {
                    shortest = cycle;
                }
            }
        }
        if (shortest != null) {
            report(Kind.G2, textOf(shortest));
        }
    }

    private boolean isFull(Kind kind) {
        return reported.getOrDefault(kind, List.of()).size() >= MOST_OF_A_KIND;
    }

    private void report(Kind kind, List<String> steps) {
        List<Anomaly> list = reported.computeIfAbsent(kind, absent -> new ArrayList<>());
        if (list.size() < MOST_OF_A_KIND) {
            list.add(new Anomaly(kind.title, kind.rule, steps));
        }
    }

    /** A line per transaction, with the reason why it comes before the next one; helpers are left out. */
    private List<String> textOf(List<Dependency> cycle) {
        List<String> lines = new ArrayList<>();
        for (Dependency edge : cycle) {
            if (edge.kind() != HELPER) {
                String kind = edge.kind() == WW ? "ww" : edge.kind() == WR ? "wr" : "rw";
                lines.add(transactions.get(edge.from()) + "   —" + kind + "→ it " + edge.reason() + " the next");
            }
        }
        return lines;
    }
}
