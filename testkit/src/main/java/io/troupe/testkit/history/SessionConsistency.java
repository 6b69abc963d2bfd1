// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import io.troupe.testkit.history.DependencyGraph.Dependency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The check of what clients may rely on when they read and write registers: {@link Op#read}, {@link Op#write},
 * {@link Op#compareAndSet}. Of each register it looks for an order of its values with which all chosen guarantees
 * hold for all clients; each guarantee demands parts of that order, and demands in a circle are a violation. So a
 * guarantee alone may hold that fails together with others. What guarantees say about different registers together is
 * not checked. The time grows linearly with the history.
 *
 * <p>All writes to a register must have different values, or reads do not tell them apart. Two operations of one
 * client are ordered if one was over before the other began.
 */
public final class SessionConsistency {
    private static final int TIME = 1 << 8;
    private static final int INITIAL = 1 << 9;
    private static final int HELPER = 1 << 10;
    private static final int REPLACED = 1 << 11;
    private static final int ALL = -1;
    private static final int MOST = 10;
    private static final int TRIES_FOR_A_SHORT_CYCLE = 32;

    private final Set<SessionGuarantee> guarantees;
    private final WriteOrder writeOrder;
    private final @Nullable Object initial;
    private final List<Anomaly> anomalies = new ArrayList<>();

    private SessionConsistency(@Nullable Object initial, WriteOrder writeOrder, Set<SessionGuarantee> guarantees) {
        this.guarantees = guarantees;
        this.writeOrder = writeOrder;
        this.initial = Response.plain(initial);
    }

    /**
     * Checks a history of registers that are null before they are written.
     *
     * @param history to check
     * @param writeOrder what is known about the order of writes beside the guarantees
     * @param guarantees at least one
     * @return what was found; {@code UNKNOWN} if two writes to a register have equal values
     * @throws IllegalArgumentException if there is no guarantee, or an operation of another kind
     */
    public static AnomalyReport check(History<Op> history, WriteOrder writeOrder, SessionGuarantee... guarantees) {
        return check(history.operations(), null, writeOrder, guarantees);
    }

    /**
     * Checks operations.
     *
     * @param operations of one history, in any order
     * @param initial value of each register before it is written; may be null
     * @param writeOrder what is known about the order of writes beside the guarantees
     * @param guarantees at least one
     * @return what was found; {@code UNKNOWN} if two writes to a register have equal values
     * @throws IllegalArgumentException if there is no guarantee, or an operation of another kind
     */
    public static AnomalyReport check(
            List<Operation<Op>> operations,
            @Nullable Object initial,
            WriteOrder writeOrder,
            SessionGuarantee... guarantees) {
        if (guarantees.length == 0) {
            throw new IllegalArgumentException("a check must be for a guarantee: guarantees=0");
        }
        EnumSet<SessionGuarantee> set = EnumSet.copyOf(Arrays.asList(guarantees));
        return new SessionConsistency(initial, writeOrder, set).run(operations);
    }

    private String property() {
        return guarantees.stream().map(SessionGuarantee::word).collect(Collectors.joining(", "));
    }

    private AnomalyReport run(List<Operation<Op>> operations) {
        Map<String, List<Operation<Op>>> registers = operations.stream()
                .sorted(Comparator.comparingLong(Operation::invoked))
                .collect(Collectors.groupingBy(
                        operation -> operation.call().key(), LinkedHashMap::new, Collectors.toList()));
        for (Map.Entry<String, List<Operation<Op>>> register : registers.entrySet()) {
            String twice = new Register(register.getKey()).check(register.getValue());
            if (twice != null) {
                return AnomalyReport.unknown(property(), twice);
            }
        }
        return AnomalyReport.of(property(), anomalies);
    }

    /** What an operation says about versions, which are numbered; -1: nothing. */
    private record Access(Operation<Op> operation, int read, int written) {}

    /** The values of one register, and what is known about their order. */
    private final class Register {
        private final String key;
        private final Map<@Nullable Object, Integer> versions = new HashMap<>();
        private final List<@Nullable Object> values = new ArrayList<>();
        private final Set<@Nullable Object> failed = new HashSet<>();
        private DependencyGraph graph = new DependencyGraph(0);

        Register(String key) {
            this.key = key;
        }

        /** {@return a sentence if two writes have the same value} */
        @Nullable
        String check(List<Operation<Op>> operations) {
            version(initial);
            for (Operation<Op> operation : operations) {
                if (writes(operation)) {
                    Object value = Response.plain(written(operation.call()));
                    if (versions.containsKey(value) || failed.contains(value)) {
                        return "values written to a register must differ: key=" + key + ", value=" + value;
                    }
                    if (operation.end() == OperationEnd.FAIL) {
                        failed.add(value);
                    } else {
                        version(value);
                    }
                }
            }
            graph = new DependencyGraph(values.size());
            for (int version = 1; version < values.size(); version++) {
                graph.add(0, version, INITIAL, "was there before");
            }
            List<Access> accesses = new ArrayList<>();
            for (Operation<Op> operation : operations) {
                if (operation.end() != OperationEnd.FAIL) {
                    Access access = access(operation);
                    accesses.add(access);
                    if (access.read() >= 0 && access.written() >= 0) {
                        graph.add(access.read(), access.written(), REPLACED, "was replaced by");
                    }
                }
            }
            accesses.stream()
                    .collect(Collectors.groupingBy(
                            access -> access.operation().client(), LinkedHashMap::new, Collectors.toList()))
                    .forEach(this::addSession);
            if (writeOrder == WriteOrder.REAL_TIME) {
                addChain(
                        accesses.stream()
                                .filter(access -> access.written() >= 0)
                                .toList(),
                        true,
                        TIME,
                        "was written before the beginning of");
            }
            findCycles();
            return null;
        }

        private int version(@Nullable Object value) {
            Integer known = versions.putIfAbsent(value, values.size());
            if (known == null) {
                values.add(value);
                return values.size() - 1;
            }
            return known;
        }

        /** Whether the operation is a write, or may be one. */
        private boolean writes(Operation<Op> operation) {
            return switch (operation.call().action()) {
                case "read" -> false;
                case "write" -> true;
                case "cas" -> operation.end() != OperationEnd.OK || Boolean.TRUE.equals(operation.result());
                default ->
                    throw new IllegalArgumentException("guarantees of sessions must be checked on registers: operation="
                            + operation.call() + ", actions=read, write, cas");
            };
        }

        private @Nullable Object written(Op call) {
            return call.argument(call.action().equals("cas") ? 1 : 0);
        }

        private Access access(Operation<Op> operation) {
            int written = writes(operation) ? version(Response.plain(written(operation.call()))) : -1;
            if (operation.end() != OperationEnd.OK || operation.call().action().equals("write")) {
                return new Access(operation, -1, written);
            }
            boolean cas = operation.call().action().equals("cas");
            if (cas && written < 0) {
                return new Access(operation, -1, -1); // it has read something else than it expected
            }
            Object value = Response.plain(cas ? operation.call().argument(0) : operation.result());
            Integer read = versions.get(value);
            if (read == null) {
                boolean fails = failed.contains(value);
                report(
                        fails ? "failed write" : "strange value",
                        fails
                                ? "what a failed write has written must not be read"
                                : "only what was written can be read",
                        List.of(operation.toString()));
            }
            return new Access(operation, read == null ? -1 : read, written);
        }

        private void addSession(String client, List<Access> session) {
            if (guarantees.contains(SessionGuarantee.MONOTONIC_READS)) {
                List<Access> reads =
                        session.stream().filter(access -> access.read() >= 0).toList();
                addChain(reads, false, bit(SessionGuarantee.MONOTONIC_READS), "was read by " + client + " before");
            }
            if (guarantees.contains(SessionGuarantee.MONOTONIC_WRITES)) {
                List<Access> writes =
                        session.stream().filter(access -> access.written() >= 0).toList();
                addChain(writes, true, bit(SessionGuarantee.MONOTONIC_WRITES), "was written by " + client + " before");
            }
            boolean ownWrites = guarantees.contains(SessionGuarantee.READ_YOUR_WRITES);
            boolean ownReads = guarantees.contains(SessionGuarantee.WRITES_FOLLOW_READS);
            if (ownWrites || ownReads) {
                addMixed(client, session, ownWrites, ownReads);
            }
        }

        private int bit(SessionGuarantee guarantee) {
            return switch (guarantee) {
                case READ_YOUR_WRITES -> 1;
                case MONOTONIC_READS -> 1 << 1;
                case MONOTONIC_WRITES -> 1 << 2;
                case WRITES_FOLLOW_READS -> 1 << 3;
            };
        }

        /** Edges from operations to those that follow them directly. What follows later follows from that. */
        private void addChain(List<Access> accesses, boolean written, int kind, String reason) {
            IdentityHashMap<Access, List<Access>> before = new IdentityHashMap<>();
            List<Access> latest = new ArrayList<>();
            for (Moment moment : momentsOf(accesses)) {
                Access access = moment.access();
                if (moment.isEnd()) {
                    latest.removeAll(before.getOrDefault(access, List.of()));
                    latest.add(access);
                    continue;
                }
                before.put(access, List.copyOf(latest));
                for (Access earlier : latest) {
                    graph.add(
                            written ? earlier.written() : earlier.read(),
                            written ? access.written() : access.read(),
                            kind,
                            reason);
                }
            }
        }

        /**
         * Edges from all writes of a session to its later reads, and from all reads to its later writes. Chains of
         * helpers stand for the first so many of them.
         */
        private void addMixed(String client, List<Access> session, boolean ownWrites, boolean ownReads) {
            List<Integer> writes = new ArrayList<>();
            List<Integer> upTo = new ArrayList<>();
            Map<Integer, Integer> position = new HashMap<>();
            int reads = -1;
            String wrote = "was written by " + client + " before it read";
            String read = "was read by " + client + " before it wrote";
            for (Moment moment : momentsOf(session)) {
                Access access = moment.access();
                if (!moment.isEnd()) {
                    if (ownWrites && access.read() >= 0 && !writes.isEmpty()) {
                        int own = position.getOrDefault(access.read(), writes.size());
                        if (own > 0) {
                            graph.add(upTo.get(own - 1), access.read(), HELPER, "");
                        }
                        for (int later = own + 1; later < writes.size(); later++) {
                            graph.add(writes.get(later), access.read(), bit(SessionGuarantee.READ_YOUR_WRITES), wrote);
                        }
                    }
                    if (ownReads && access.written() >= 0 && reads >= 0) {
                        graph.add(reads, access.written(), HELPER, "");
                    }
                    continue;
                }
                if (ownWrites && access.written() >= 0) {
                    int helper = graph.addHelper();
                    graph.add(access.written(), helper, bit(SessionGuarantee.READ_YOUR_WRITES), wrote);
                    if (!upTo.isEmpty()) {
                        graph.add(upTo.get(upTo.size() - 1), helper, HELPER, "");
                    }
                    position.put(access.written(), writes.size());
                    writes.add(access.written());
                    upTo.add(helper);
                }
                if (ownReads && access.read() >= 0) {
                    int helper = graph.addHelper();
                    graph.add(access.read(), helper, bit(SessionGuarantee.WRITES_FOLLOW_READS), read);
                    if (reads >= 0) {
                        graph.add(reads, helper, HELPER, "");
                    }
                    reads = helper;
                }
            }
        }

        private void findCycles() {
            int[] component = graph.components(ALL);
            Map<Integer, List<Dependency>> inside = new LinkedHashMap<>();
            for (Dependency edge : graph.edges()) {
                if (component[edge.from()] == component[edge.to()] && edge.kind() != HELPER) {
                    inside.computeIfAbsent(component[edge.from()], absent -> new ArrayList<>())
                            .add(edge);
                }
            }
            for (List<Dependency> edges : inside.values()) {
                List<Dependency> shortest = null;
                for (Dependency edge : edges.subList(0, Math.min(edges.size(), TRIES_FOR_A_SHORT_CYCLE))) {
                    List<Dependency> cycle = graph.cycle(edge, ALL, component);
                    if (cycle != null && (shortest == null || cycle.size() < shortest.size())) {
                        shortest = cycle;
                    }
                }
                if (shortest != null) {
                    reportCycle(shortest);
                }
            }
        }

        private void reportCycle(List<Dependency> cycle) {
            EnumSet<SessionGuarantee> involved = EnumSet.noneOf(SessionGuarantee.class);
            List<String> steps = new ArrayList<>();
            for (Dependency edge : cycle) {
                for (SessionGuarantee guarantee : guarantees) {
                    if (edge.kind() == bit(guarantee)) {
                        involved.add(guarantee);
                    }
                }
                if (edge.kind() != HELPER) {
                    steps.add(key + " = " + values.get(edge.from()) + "   " + edge.reason() + " the next");
                }
            }
            String names = involved.stream().map(SessionGuarantee::word).collect(Collectors.joining(" + "));
            report(names.isEmpty() ? "order of writes" : names, "the values of a register must have one order", steps);
        }

        private void report(String name, String rule, List<String> steps) {
            if (anomalies.size() < MOST) {
                anomalies.add(new Anomaly(name, rule, steps));
            }
        }
    }

    /** A beginning or an end; open operations have no end. */
    private record Moment(long at, Access access, boolean isEnd) {}

    private static List<Moment> momentsOf(List<Access> accesses) {
        List<Moment> moments = new ArrayList<>(2 * accesses.size());
        for (Access access : accesses) {
            moments.add(new Moment(access.operation().invoked(), access, false));
            if (access.operation().end() == OperationEnd.OK) {
                moments.add(new Moment(access.operation().completed(), access, true));
            }
        }
        moments.sort(Comparator.comparingLong(Moment::at));
        return moments;
    }
}
