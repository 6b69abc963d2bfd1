// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The models that come with the library, each with one object per key. */
final class Models {
    private Models() {}

    private static IllegalArgumentException unknown(Op call, String actions) {
        return new IllegalArgumentException(
                "a model must know the action of an operation: operation=" + call + ", actions=" + actions);
    }

    /** A value that may be null, as a state. */
    record Held(@Nullable Object value) {
        @Override
        public String toString() {
            return String.valueOf(value);
        }
    }

    /** What was written last. */
    record Registers(@Nullable Object first) implements Model<Held, Op, Object> {
        @Override
        public Held initial() {
            return new Held(Response.plain(first));
        }

        @Override
        public @Nullable Held step(Held state, Op call, Response<? extends Object> response) {
            return switch (call.action()) {
                case "read" -> response.allows(state.value()) ? state : null;
                case "write" -> new Held(Response.plain(call.argument(0)));
                case "cas" -> {
                    boolean equal = Response.isSame(state.value(), call.argument(0));
                    if (!response.allows(equal)) {
                        yield null;
                    }
                    yield equal ? new Held(Response.plain(call.argument(1))) : state;
                }
                default -> throw unknown(call, "read, write, cas");
            };
        }

        @Override
        public Object key(Op call) {
            return call.key();
        }

        @Override
        public boolean readsOnly(Op call) {
            return call.action().equals("read");
        }
    }

    /** The elements from the head on. */
    record Queues() implements Model<List<@Nullable Object>, Op, Object> {
        @Override
        public List<@Nullable Object> initial() {
            return List.of();
        }

        @Override
        public @Nullable List<@Nullable Object> step(
                List<@Nullable Object> state, Op call, Response<? extends Object> response) {
            return switch (call.action()) {
                case "enqueue" -> {
                    List<@Nullable Object> longer = new ArrayList<>(state.size() + 1);
                    longer.addAll(state);
                    longer.add(Response.plain(call.argument(0)));
                    yield longer;
                }
                case "dequeue" -> {
                    if (state.isEmpty()) {
                        yield response.allows(null) ? state : null;
                    }
                    // A copy: a view of a view of a view would be as deep as the history is long.
                    yield response.allows(state.get(0)) ? new ArrayList<>(state.subList(1, state.size())) : null;
                }
                default -> throw unknown(call, "enqueue, dequeue");
            };
        }

        @Override
        public Object key(Op call) {
            return call.key();
        }

        /**
         * Elements probably go in as they come out, and come out as soon as they can. Equal elements are taken in pairs: the
         * first one that went in and the first one that came out.
         */
        @Override
        public ToLongFunction<Operation<Op>> likelyOrder(List<Operation<Op>> operations) {
            Map<@Nullable Object, ArrayDeque<Long>> taken = new HashMap<>();
            operations.stream()
                    .filter(operation ->
                            operation.call().action().equals("dequeue") && operation.end() == OperationEnd.OK)
                    .sorted(Comparator.comparingLong(Operation::completed))
                    .forEach(operation -> taken.computeIfAbsent(
                                    Response.plain(operation.result()), absent -> new ArrayDeque<>())
                            .add(operation.completed()));
            Map<Long, Long> order = new HashMap<>();
            for (Operation<Op> operation : operations) {
                if (operation.call().action().equals("enqueue")) {
                    ArrayDeque<Long> ends =
                            taken.get(Response.plain(operation.call().argument(0)));
                    Long end = ends == null ? null : ends.poll();
                    order.put(operation.invoked(), end == null ? Operation.OPEN : end);
                }
            }
            return operation -> order.getOrDefault(operation.invoked(), -1L);
        }
    }

    /** The owner, if there is one. */
    record Locks() implements Model<Held, Op, Object> {
        @Override
        public Held initial() {
            return new Held(null);
        }

        @Override
        public @Nullable Held step(Held state, Op call, Response<? extends Object> response) {
            Held owner = new Held(Response.plain(call.argument(0)));
            return switch (call.action()) {
                case "acquire" -> changed(state, state.value() == null, owner, response);
                case "release" -> changed(state, state.equals(owner), new Held(null), response);
                default -> throw unknown(call, "acquire, release");
            };
        }

        private static @Nullable Held changed(
                Held state, boolean changes, Held next, Response<? extends Object> response) {
            if (response.isKnown() && Boolean.FALSE.equals(response.value()) == changes) {
                return null;
            }
            return changes ? next : state;
        }

        @Override
        public Object key(Op call) {
            return call.key();
        }
    }

    /** The members. */
    record Sets() implements Model<Set<@Nullable Object>, Op, Object> {
        @Override
        public Set<@Nullable Object> initial() {
            return Collections.emptySet(); // unlike Set.of(), it can be asked for null
        }

        @Override
        public @Nullable Set<@Nullable Object> step(
                Set<@Nullable Object> state, Op call, Response<? extends Object> response) {
            return switch (call.action()) {
                case "add" -> changed(state, call, response, true);
                case "remove" -> changed(state, call, response, false);
                case "contains" -> response.allows(state.contains(Response.plain(call.argument(0)))) ? state : null;
                case "read" -> !response.isKnown() || isListed(state, response.value()) ? state : null;
                default -> throw unknown(call, "add, remove, contains, read");
            };
        }

        private static @Nullable Set<@Nullable Object> changed(
                Set<@Nullable Object> state, Op call, Response<? extends Object> response, boolean member) {
            Object element = Response.plain(call.argument(0));
            boolean changes = state.contains(element) != member;
            if (!response.allowsOrIsNull(changes)) {
                return null;
            }
            if (!changes) {
                return state;
            }
            Set<@Nullable Object> next = new HashSet<>(state);
            if (member) {
                next.add(element);
            } else {
                next.remove(element);
            }
            return next;
        }

        private static boolean isListed(Set<@Nullable Object> state, @Nullable Object value) {
            if (!(value instanceof Collection<?> members) || members.size() != state.size()) {
                return false;
            }
            Set<@Nullable Object> listed = new HashSet<>();
            members.forEach(member -> listed.add(Response.plain(member)));
            return listed.equals(state);
        }

        @Override
        public Object key(Op call) {
            return call.key();
        }

        @Override
        public boolean readsOnly(Op call) {
            return call.action().equals("contains") || call.action().equals("read");
        }
    }

    /** The sum. */
    record Counters() implements Model<Long, Op, Object> {
        @Override
        public Long initial() {
            return 0L;
        }

        @Override
        public @Nullable Long step(Long state, Op call, Response<? extends Object> response) {
            return switch (call.action()) {
                case "increment" -> {
                    if (!(call.argument(0) instanceof Number amount)) {
                        throw new IllegalArgumentException("a counter must get numbers: operation=" + call);
                    }
                    Long sum = state + amount.longValue();
                    yield response.allowsOrIsNull(sum) ? sum : null;
                }
                case "read" -> response.allows(state) ? state : null;
                default -> throw unknown(call, "increment, read");
            };
        }

        @Override
        public Object key(Op call) {
            return call.key();
        }

        @Override
        public boolean readsOnly(Op call) {
            return call.action().equals("read");
        }
    }
}
