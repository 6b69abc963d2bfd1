// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one cell does with the slots that have come to it: the handlers of one stage, or of several fused ones, and what is done
 * when they fail. Used by one thread at a time, in the cell's turns or on a helper thread.
 */
abstract sealed class StageWork<T> {
    /** Elements after which a cell tells those behind it, at the latest. */
    static final int CHUNK = 64;

    final String name;

    /** The first stage's place in the line, from 1; stages of a diamond share it. */
    final int level;

    private final FailureReports reports;
    private final FailurePolicy policy;

    /** Elements or batches on which a handler has failed for good; read by others. */
    final LongAdder failures = new LongAdder();

    StageWork(String name, int level, FailurePolicy policy, FailureReports reports) {
        this.name = name;
        this.level = level;
        this.policy = policy;
        this.reports = reports;
    }

    /** Who is told when a handler has failed for good. */
    interface FailureReports {
        /**
         * A handler has failed.
         *
         * @param stage name of the stage
         * @param first whether it is the first failure of this work
         */
        void failed(String stage, Throwable cause, Verdict verdict, boolean first);
    }

    /** Makes the work of stages that share a cell. */
    static <T> StageWork<T> of(List<Stage<T>> stages, int level, FailurePolicy policy, FailureReports reports) {
        Stage<T> first = stages.get(0);
        Consumer<? super List<T>> batches = first.batchHandler();
        Function<? super T, ?> key = first.key();
        if (key != null) {
            return new Shard<>(first, key, level, policy, reports);
        }
        return batches == null
                ? new Fused<>(stages, level, policy, reports)
                : new Batches<>(first, batches, level, policy, reports);
    }

    /** Most slots that are taken at a time. */
    int most() {
        return CHUNK;
    }

    /**
     * Handles slots, in order.
     *
     * @param pause whether to leave the rest for later, asked after each slot
     * @return the last one handled
     */
    abstract long run(LineRing<T> ring, long from, long to, BooleanSupplier pause);

    /** Names of the stages. */
    Stream<String> names() {
        return Stream.of(name);
    }

    /** Calls a handler until it succeeds or fails for good; returns whether it has succeeded. */
    final <E> boolean succeeds(Consumer<? super E> handler, E element, String stage) {
        for (int failed = 1; ; failed++) {
            try {
                handler.accept(element);
                return true;
            } catch (Throwable e) {
                if (isLast(stage, failed, e)) {
                    return false;
                }
            }
        }
    }

    final boolean isLast(String stage, int failed, Throwable cause) {
        Verdict verdict = Verdict.of(policy, failed, cause);
        if (verdict == Verdict.AGAIN) {
            return false;
        }
        failures.increment();
        reports.failed(stage, cause, verdict, failures.sum() == 1);
        return true;
    }

    /** What a handler has begun has failed: there is no second try, and the element has passed. */
    final void failedLate(Throwable cause) {
        isLast(name, Integer.MAX_VALUE, cause);
    }

    /** Stages that run one after the other with each element. */
    private static final class Fused<T> extends StageWork<T> {
        private final String[] stages;
        private final Consumer<? super T>[] handlers;

        @SuppressWarnings({"unchecked", "rawtypes"})
        Fused(List<Stage<T>> parts, int level, FailurePolicy policy, FailureReports reports) {
            super(parts.stream().map(Stage::name).collect(Collectors.joining("+")), level, policy, reports);
            this.stages = parts.stream().map(Stage::name).toArray(String[]::new);
            this.handlers = parts.stream().map(Stage::handler).toArray(Consumer[]::new);
        }

        @Override
        Stream<String> names() {
            return Stream.of(stages);
        }

        @Override
        long run(LineRing<T> ring, long from, long to, BooleanSupplier pause) {
            for (long at = from; at < to; at++) {
                handle(ring.slot(at));
                if (pause.getAsBoolean()) {
                    return at;
                }
            }
            handle(ring.slot(to));
            return to;
        }

        private void handle(Slot<T> slot) {
            T element = slot.element;
            if (element == null || !slot.reaches(level)) {
                return;
            }
            int at = 0;
            try {
                for (; at < handlers.length; at++) {
                    handlers[at].accept(element);
                }
            } catch (Throwable e) {
                goOn(slot, element, at, e);
            }
        }

        /** The first call of a handler has failed. */
        private void goOn(Slot<T> slot, T element, int failed, Throwable cause) {
            boolean handled = !isLast(stages[failed], 1, cause) && again(element, failed);
            for (int at = failed + 1; handled && at < handlers.length; at++) {
                handled = succeeds(handlers[at], element, stages[at]);
            }
            if (!handled) {
                slot.leaveOut(level);
            }
        }

        private boolean again(T element, int at) {
            for (int failed = 2; ; failed++) {
                try {
                    handlers[at].accept(element);
                    return true;
                } catch (Throwable e) {
                    if (isLast(stages[at], failed, e)) {
                        return false;
                    }
                }
            }
        }
    }

    /** A stage that takes what is there. */
    private static final class Batches<T> extends StageWork<T> {
        private final int limit;
        private final Consumer<? super List<T>> handler;
        private final List<T> elements;
        private final List<T> view;

        Batches(
                Stage<T> stage,
                Consumer<? super List<T>> handler,
                int level,
                FailurePolicy policy,
                FailureReports reports) {
            super(stage.name(), level, policy, reports);
            this.limit = stage.batch();
            this.handler = handler;
            this.elements = new ArrayList<>(Math.min(limit, 1024));
            this.view = Collections.unmodifiableList(elements);
        }

        @Override
        int most() {
            return limit;
        }

        @Override
        long run(LineRing<T> ring, long from, long to, BooleanSupplier pause) {
            for (long at = from; at <= to; at++) {
                Slot<T> slot = ring.slot(at);
                T element = slot.element;
                if (element != null && slot.reaches(level)) {
                    elements.add(element);
                }
            }
            try {
                if (!elements.isEmpty() && !succeeds(handler, view, name)) {
                    leaveOut(ring, from, to);
                }
            } finally {
                elements.clear();
            }
            return to;
        }

        private void leaveOut(LineRing<T> ring, long from, long to) {
            for (long at = from; at <= to; at++) {
                Slot<T> slot = ring.slot(at);
                if (slot.element != null && slot.reaches(level)) {
                    slot.leaveOut(level);
                }
            }
        }
    }

    /** One of several stages that share the elements by key. */
    private static final class Shard<T> extends StageWork<T> {
        private final Consumer<? super T> handler;
        private final Function<? super T, ?> key;
        private final int index;
        private final int count;

        Shard(Stage<T> stage, Function<? super T, ?> key, int level, FailurePolicy policy, FailureReports reports) {
            super(stage.name(), level, policy, reports);
            this.handler = stage.handler();
            this.key = key;
            this.index = stage.shard();
            this.count = stage.shards();
        }

        @Override
        long run(LineRing<T> ring, long from, long to, BooleanSupplier pause) {
            for (long at = from; at <= to; at++) {
                Slot<T> slot = ring.slot(at);
                T element = slot.element;
                if (element != null && slot.reaches(level) && !passes(element)) {
                    slot.leaveOut(level);
                }
                if (pause.getAsBoolean()) {
                    return at;
                }
            }
            return to;
        }

        /** Whether the element is another shard's, or has been handled. */
        private boolean passes(T element) {
            int shard;
            try {
                shard = shardOf(key.apply(element));
            } catch (Throwable e) {
                // without a key it is nobody's: the first shard says so, and the others leave it alone
                return index != 0 || !isLast(name, Integer.MAX_VALUE, e);
            }
            return shard != index || succeeds(handler, element, name);
        }

        /** The bits of bad hashes are spread, as in hash tables. */
        private int shardOf(@Nullable Object of) {
            int hash = of == null ? 0 : of.hashCode();
            return ((hash ^ (hash >>> 16)) & Integer.MAX_VALUE) % count;
        }
    }
}
