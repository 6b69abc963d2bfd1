// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import io.troupe.core.actor.Spawner;
import io.troupe.core.cell.CellSystem;
import io.troupe.core.channel.Sender;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.message.PlainText;
import io.troupe.dispatch.mailbox.MemoryAccount;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.QueueKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The description of a line, see {@link Lines}: its stages in their order, and how they run. May start several lines. Not for
 * several threads at a time.
 *
 * <p>Neighbouring stages are <em>fused</em>: they run one after the other with each element, in one cell, which costs a call per
 * stage. Batches, blocking stages, shards and the branches of a diamond have cells of their own, and so have stages on both
 * sides of {@link #async()}. Cells that follow each other begin on the same worker; those behind {@link #async()}, and the cells of
 * diamonds and shards, begin where the dispatcher puts new ones. What crosses workers costs tens of nanoseconds per element.
 *
 * @param <T> type of the elements
 */
public final class LineBuilder<T> {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final @Nullable Supplier<? extends T> factory;
    private final int capacity;
    private final List<Step<T>> steps = new ArrayList<>();
    private @Nullable String name;
    private FailurePolicy failure = FailurePolicy.stop();
    private boolean single;
    private boolean boundary;
    private int receivers;

    LineBuilder(@Nullable Supplier<? extends T> factory, int capacity) {
        this.factory = factory;
        this.capacity = capacity;
    }

    /** Stages beside each other, all of which get every element. */
    private record Step<T>(List<Stage<T>> stages, boolean isBehindBoundary) {
        boolean isPlain() {
            return stages.size() == 1 && stages.get(0).isPlain();
        }
    }

    /**
     * Names the line, for its address and for messages. By default it has a number.
     *
     * @param lineName of 1 to 200 characters that all show on one line
     * @return this
     * @throws IllegalArgumentException if it is not such a name
     */
    public LineBuilder<T> named(String lineName) {
        name = PlainText.name("a line", lineName);
        return this;
    }

    /**
     * Adds a stage, fused with its neighbours.
     *
     * @param stageName of 1 to 200 characters that all show on one line, unique in the line
     * @param handler called with each element, by one thread at a time, in order; must not block
     * @return this
     */
    public LineBuilder<T> stage(String stageName, Consumer<? super T> handler) {
        return add(List.of(Stage.of(stageName, handler)));
    }

    /**
     * Adds a stage.
     *
     * @param stage made by {@link Lines}
     * @return this
     */
    public LineBuilder<T> stage(Stage<T> stage) {
        return add(List.of(Objects.requireNonNull(stage, "stage")));
    }

    /**
     * Adds a stage that gets what is there, up to a limit, see {@link Lines#batch}.
     *
     * @param stageName of 1 to 200 characters that all show on one line, unique in the line
     * @param most elements of a batch, 1 or more
     * @param handler called with one element or more, in order; the list is valid during the call only
     * @return this
     */
    public LineBuilder<T> batch(String stageName, int most, Consumer<? super List<T>> handler) {
        return add(List.of(Stage.ofBatches(stageName, most, handler)));
    }

    /**
     * Adds a diamond: stages that all get every element, at the same time as far as there are workers. What follows gets an
     * element when all of them have handled it. They must not write what another one of them reads.
     *
     * @param stages two or more, made by {@link Lines}
     * @return this
     * @throws IllegalArgumentException if there are less than two
     */
    @SafeVarargs
    public final LineBuilder<T> parallel(Stage<T>... stages) {
        List<Stage<T>> all = new ArrayList<>();
        for (Stage<T> stage : Objects.requireNonNull(stages, "stages")) {
            all.add(Objects.requireNonNull(stage, "stage"));
        }
        if (all.size() < 2) {
            throw new IllegalArgumentException("a diamond needs at least two stages: stages=" + all);
        }
        return add(List.copyOf(all));
    }

    /**
     * Adds a stage that several cells share: elements with equal keys are handled by the same one, in order. The next stage
     * gets the elements in the order of the line.
     *
     * @param stageName of 1 to 200 characters that all show on one line, unique in the line; the
     *     cells are called name-0, name-1 …
     * @param count cells, 2 or more
     * @param key of an element, with a hash code that does not change; called by each of the cells, so it must be quick; null
     *     is a key
     * @param handler called with the elements of one cell by one thread at a time; several cells call it at the same time
     * @return this
     * @throws IllegalArgumentException if there are less than two cells
     */
    public LineBuilder<T> shards(String stageName, int count, Function<? super T, ?> key, Consumer<? super T> handler) {
        Objects.requireNonNull(key, "key");
        if (count < 2) {
            throw new IllegalArgumentException("shards must be two or more: count=" + count + ", stage=" + stageName);
        }
        Stage<T> whole = Stage.of(stageName, handler);
        List<Stage<T>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(whole.shard(key, i, count));
        }
        return add(all);
    }

    /**
     * Adds a stage that tells an actor about each element. If the actor has a bounded mailbox of policy {@code PACE}, a full
     * one holds the line back. In a line of objects that are filled again, the call must pass on their contents, never the
     * object itself.
     *
     * @param <A> type of the actor
     * @param actor reference to it
     * @param call of one of its methods; a tell
     * @return this
     */
    public <A> LineBuilder<T> into(A actor, BiConsumer<? super A, ? super T> call) {
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(call, "call");
        return stage("into-" + receivers++, element -> call.accept(actor, element));
    }

    /**
     * Adds a stage that sends each element to a channel, in order. While the channel takes none the stage waits, without a
     * thread, and holds the line back. A channel that was closed counts as a failure of the stage. The end of the line does not
     * close the channel.
     *
     * @param <U> type of the elements of the channel
     * @param sender where the elements go
     * @param mapping makes what is sent; in a line of objects that are filled again never the object itself; not null
     * @return this
     */
    public <U> LineBuilder<T> into(Sender<U> sender, Function<? super T, ? extends U> mapping) {
        return stage("into-" + receivers++, new ChannelStage<>(sender, mapping));
    }

    /**
     * Lets the stages that follow run in another cell than those before, if need be on another worker. It pays when both sides take
     * longer than some hundred nanoseconds per element.
     *
     * @return this
     */
    public LineBuilder<T> async() {
        boundary = true;
        return this;
    }

    /**
     * Says whether the stage that was added last, or the stages of the diamond, may block. If so, helper threads of the system
     * run it, see {@link Stage#blocking}.
     *
     * @param blocks whether it may
     * @return this
     * @throws IllegalStateException if there is no stage yet
     */
    public LineBuilder<T> blocking(boolean blocks) {
        if (steps.isEmpty()) {
            throw new IllegalStateException("blocking must follow a stage: " + described());
        }
        Step<T> step = steps.remove(steps.size() - 1);
        steps.add(new Step<>(
                step.stages.stream().map(stage -> stage.blocking(blocks)).toList(), step.isBehindBoundary));
        return this;
    }

    /**
     * Promises that one actor, or one thread, publishes, which then costs no atomic exchange. Another publisher is refused.
     *
     * @return this
     */
    public LineBuilder<T> singleProducer() {
        single = true;
        return this;
    }

    /**
     * Says what happens when a handler throws. By default the line stops.
     *
     * @param policy applies to all stages
     * @return this
     */
    public LineBuilder<T> onFailure(FailurePolicy policy) {
        failure = Objects.requireNonNull(policy, "policy");
        return this;
    }

    private LineBuilder<T> add(List<Stage<T>> stages) {
        steps.add(new Step<>(stages, boundary));
        boundary = false;
        return this;
    }

    /**
     * Starts a line on the dispatcher of a system. It ends with {@link Line#end()} or {@link Line#abort()}, or with the system:
     * closing a system with a drain timeout ends its lines before it lets actors stop, else it aborts them.
     *
     * @param system whose workers run the stages
     * @return the line, open for publishers
     * @throws BackpressureException if the ring takes more memory than is free in the budget of the system; it is charged as a
     *     whole until the line has ended
     * @throws IllegalStateException if there is no stage, or the system is closing
     * @throws IllegalArgumentException if two stages have the same name, or the spawner is no system
     */
    public Line<T> start(Spawner system) {
        checkStages();
        String given = name == null ? "line-" + NUMBERS.incrementAndGet() : name;
        CellSystem cells = CellSystem.of(Objects.requireNonNull(system, "system"));
        T first = factory == null ? null : LineRing.made(given, factory);
        long bytes = LineRing.bytes(capacity, first);
        checkRoom(cells.memory(), given, bytes);
        LineRing<T> ring =
                new LineRing<>(given, factory == null ? null : startingWith(first, factory), capacity, single);
        MemoryAccount memory = charge(cells.memory(), ring, bytes);
        try {
            Line<T> line = new Line<>(cells, ring, memory, failure, levels());
            cells.host(line.hosted());
            return line;
        } catch (RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    /** The first object is that which was weighed. */
    private static <T> Supplier<T> startingWith(@Nullable T first, Supplier<? extends T> others) {
        AtomicReference<@Nullable T> rest = new AtomicReference<>(first);
        return () -> {
            T weighed = rest.get() == null ? null : rest.getAndSet(null);
            return weighed == null ? others.get() : weighed;
        };
    }

    /** A ring that cannot fit is not made: it might not fit into the heap. */
    private static void checkRoom(MemoryBudget budget, String name, long bytes) {
        if (bytes > Math.max(budget.free(), MemoryAccount.RESERVE)) {
            throw refused(budget, name, bytes);
        }
    }

    private static BackpressureException refused(MemoryBudget budget, String name, long bytes) {
        budget.countRefusal();
        return new BackpressureException("a line must fit into the memory that is free for queues: line=" + name
                + ", bytes=" + bytes + ", free=" + budget.free());
    }

    private static MemoryAccount charge(MemoryBudget budget, LineRing<?> ring, long bytes) {
        MemoryAccount account = budget.account(QueueKind.LINE, ring.name(), ring);
        if (!account.tryGrow(bytes)) {
            account.close();
            throw refused(budget, ring.name(), bytes);
        }
        account.note(ring.capacity(), 0);
        account.recordLevel();
        return account;
    }

    /** For errors: a line gets its number at its start. */
    private String described() {
        return "capacity=" + capacity + (name == null ? "" : ", line=" + name);
    }

    private void checkStages() {
        if (steps.isEmpty()) {
            throw new IllegalStateException("a line must have a stage: " + described());
        }
        Set<String> names = new HashSet<>();
        for (Step<T> step : steps) {
            for (Stage<T> stage : step.stages) {
                if (!names.add(stage.name())) {
                    throw new IllegalArgumentException("the stages of a line must have different names: stage="
                            + stage.name() + ", " + described());
                }
            }
        }
    }

    /**
     * Cells that are beside each other.
     *
     * @param cells each a row of stages that are fused
     * @param isBehindBoundary whether they are to have another home than those before
     */
    record Level<T>(List<List<Stage<T>>> cells, boolean isBehindBoundary) {}

    private List<Level<T>> levels() {
        List<Level<T>> levels = new ArrayList<>();
        List<Stage<T>> fused = new ArrayList<>();
        for (Step<T> step : steps) {
            boolean joins = step.isPlain() && !step.isBehindBoundary && !fused.isEmpty();
            if (!joins) {
                fused = new ArrayList<>();
            }
            if (step.isPlain()) {
                fused.addAll(step.stages);
                if (!joins) {
                    levels.add(new Level<>(List.of(fused), step.isBehindBoundary));
                }
            } else {
                levels.add(new Level<>(step.stages.stream().map(List::of).toList(), step.isBehindBoundary));
            }
        }
        if (levels.get(levels.size() - 1).cells.size() > 1) { // one cell counts, lets go of values and makes room
            levels.add(new Level<>(List.of(List.of(Stage.of("end", element -> {}))), false));
        }
        return levels;
    }
}
