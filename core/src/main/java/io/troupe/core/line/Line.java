// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import com.lmax.disruptor.Sequence;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.cell.CellSystem;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import io.troupe.core.channel.Receiver;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.host.HostedCells;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.mailbox.MemoryAccount;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/**
 * A running line: elements are published at one end and pass all stages, in the order of publishing. Made by {@link
 * LineBuilder#start}. All methods may be called by any thread, and by actors in their turns.
 *
 * <p><b>A full ring.</b> An actor that publishes is held: its element waits outside of the ring, and it gets no further
 * messages until there is room. Any other thread waits. {@link #tryPublish} and {@link #tryPut} say no instead. In every case
 * the filler runs on the calling thread, before the method returns.
 *
 * <p><b>The end.</b> {@link #end()} lets what was published pass all stages, {@link #abort()} does not. Publishing later throws
 * a {@link LineEndedException}; whoever does not get one has published, so that each element is handled by all stages, left out
 * because a handler failed, or discarded by an abort, and counted as such.
 *
 * @param <T> type of the elements
 */
public final class Line<T> implements AutoCloseable {
    private final CellSystem system;
    private final LineRing<T> ring;
    private final MemoryAccount memory;
    private final List<StageCell<T>> cells = new ArrayList<>();
    private final List<StageWork<T>> works = new ArrayList<>();
    private final SettablePromise<Void> ended;
    private final AtomicInteger living = new AtomicInteger();
    private final HostedCells hosted = new Hosted();

    /** Those that publish from channels. */
    private final Set<Feeder<?>> feeders = ConcurrentHashMap.newKeySet();

    Line(
            CellSystem system,
            LineRing<T> ring,
            MemoryAccount memory,
            FailurePolicy failure,
            List<LineBuilder.Level<T>> levels) {
        this.system = system;
        this.ring = ring;
        this.memory = memory;
        this.ended = system.newPromise();
        List<StageCell<T>> before = List.of();
        List<List<StageCell<T>>> rows = new ArrayList<>();
        for (LineBuilder.Level<T> level : levels) {
            List<StageCell<T>> row = new ArrayList<>();
            boolean stays = before.size() == 1 && level.cells().size() == 1 && !level.isBehindBoundary();
            for (List<Stage<T>> fused : level.cells()) {
                CellHome home = stays
                        ? before.get(0).home()
                        : CellScheduler.of(system.dispatcher()).home();
                row.add(cell(home, fused, rows.size() + 1, failure, before));
            }
            rows.add(row);
            before = row;
        }
        living.set(cells.size());
        for (int i = 0; i < rows.size(); i++) {
            StageCell<?>[] behind = i + 1 < rows.size() ? array(rows.get(i + 1)) : new StageCell<?>[0];
            rows.get(i).forEach(cell -> cell.connect(behind, cells, this::oneEnded));
        }
        ring.connect(array(cells), array(rows.get(0)), before.get(0).sequence());
    }

    private StageCell<T> cell(
            CellHome home, List<Stage<T>> fused, int level, FailurePolicy failure, List<StageCell<T>> before) {
        StageWork<T> work = StageWork.of(fused, level, failure, this::failed);
        StageCell<T> cell = new StageCell<>(
                system,
                ring,
                home,
                new StageMailbox<>(ring, cells.isEmpty()),
                work,
                fused.get(0).isBlocking(),
                before.stream().map(StageCell::sequence).toArray(Sequence[]::new));
        works.add(work);
        cells.add(cell);
        return cell;
    }

    private static StageCell<?>[] array(List<? extends StageCell<?>> cells) {
        return cells.toArray(StageCell<?>[]::new);
    }

    HostedCells hosted() {
        return hosted;
    }

    // ---- publishing ------------------------------------------------------------------------------------------------

    /**
     * Fills the next slot, of a line made by {@link Lines#of}. An actor is held while the ring is full, a thread waits. The
     * slot has what was left in it by an earlier element.
     *
     * @param filler writes the element; must not keep the object, and must not publish to this line. If it throws, nothing is
     *     published
     * @throws LineEndedException if the line takes no more elements
     * @throws IllegalStateException if another one is the single producer, the waiting thread is interrupted, or the line carries
     *     values
     */
    public void publish(Consumer<? super T> filler) {
        Objects.requireNonNull(filler, "filler");
        checkSlots();
        ring.publish(filler);
    }

    /**
     * Fills the next slot like {@link #publish}, unless the ring is full or others wait for room.
     *
     * @param filler writes the element; not called if there is no room
     * @return whether it was published
     * @throws LineEndedException if the line takes no more elements
     * @throws IllegalStateException if another one is the single producer, or the line carries values
     */
    public boolean tryPublish(Consumer<? super T> filler) {
        Objects.requireNonNull(filler, "filler");
        checkSlots();
        return ring.tryPublish(filler);
    }

    /**
     * Fills several slots like {@link #publish}; as many as there is room for are published together, which costs stages one
     * wake-up. Not more elements follow each other than there is room for, so other publishers' may come in between. What an
     * actor publishes beyond the capacity waits in objects of its own.
     *
     * @param count elements, 0 or more
     * @param filler writes one element, with its number from 0. If it throws, the elements before are published
     * @throws LineEndedException if the line takes no more elements; some may have been published
     * @throws IllegalArgumentException if the count is negative
     * @throws IllegalStateException as for {@link #publish}
     */
    public void publishAll(int count, ObjIntConsumer<? super T> filler) {
        Objects.requireNonNull(filler, "filler");
        if (count < 0) {
            throw new IllegalArgumentException("a number of elements must not be negative: count=" + count);
        }
        checkSlots();
        ring.publishAll(count, filler);
    }

    /**
     * Publishes a value, to a line made by {@link Lines#values}. An actor is held while the ring is full, a thread waits.
     *
     * @param value passes all stages; not null
     * @throws LineEndedException if the line takes no more elements
     * @throws IllegalStateException if another one is the single producer, the waiting thread is interrupted, or the line has
     *     slots to fill
     */
    public void put(T value) {
        Objects.requireNonNull(value, "value");
        checkValues();
        ring.put(value);
    }

    /**
     * Publishes a value like {@link #put}, unless the ring is full or others wait for room.
     *
     * @param value passes all stages; not null
     * @return whether it was published
     * @throws LineEndedException if the line takes no more elements
     * @throws IllegalStateException if another one is the single producer, or the line has slots to fill
     */
    public boolean tryPut(T value) {
        Objects.requireNonNull(value, "value");
        checkValues();
        return ring.tryPut(value);
    }

    /**
     * Publishes all elements of a channel, to a line made by {@link Lines#values}, in turns of a cell of its own: while the
     * ring is full it receives nothing, so that the channel fills up and its senders wait. Several channels may be published
     * from.
     *
     * @param source what to receive from; other receivers compete
     * @return fulfilled when the channel has ended and all that was received is published, which does not end the line; fails with
     *     the failure of the channel, or with a {@link LineEndedException} if the line ends first: then the rest stays in the
     *     channel
     * @throws IllegalStateException if the line has slots to fill
     */
    public Promise<Void> publishFrom(Receiver<? extends T> source) {
        Objects.requireNonNull(source, "source");
        checkValues();
        return feed(source, ring::put);
    }

    /**
     * Publishes all elements of a channel like {@link #publishFrom(Receiver)}, to a line made by {@link Lines#of}.
     *
     * @param <E> type of the elements of the channel
     * @param source what to receive from; other receivers compete
     * @param filler writes an element into a slot
     * @return as there
     * @throws IllegalStateException if the line carries values
     */
    public <E> Promise<Void> publishFrom(Receiver<E> source, BiConsumer<? super T, ? super E> filler) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(filler, "filler");
        checkSlots();
        return feed(source, element -> ring.publish(slot -> filler.accept(slot, element)));
    }

    /**
     * Publishes what a publisher has, to a line made by {@link Lines#values}. It requests as many elements ahead as the ring
     * has slots, but not while the ring is full. The line ends the subscription, too.
     *
     * @param publisher that is subscribed to
     * @return fulfilled when the publisher has completed and all is published, which does not end the line; fails with the failure
     *     of the publisher, or with a {@link LineEndedException} if the line ends first
     * @throws IllegalStateException if the line has slots to fill
     */
    public Promise<Void> publishFrom(Flow.Publisher<? extends T> publisher) {
        Objects.requireNonNull(publisher, "publisher");
        checkValues();
        return feed(publisher, ring::put);
    }

    /**
     * Publishes what a publisher has like {@link #publishFrom(Flow.Publisher)}, to a line made by {@link Lines#of}.
     *
     * @param <E> type of the elements of the publisher
     * @param publisher that is subscribed to
     * @param filler writes an element into a slot
     * @return as there
     * @throws IllegalStateException if the line carries values
     */
    public <E> Promise<Void> publishFrom(Flow.Publisher<E> publisher, BiConsumer<? super T, ? super E> filler) {
        Objects.requireNonNull(publisher, "publisher");
        Objects.requireNonNull(filler, "filler");
        checkSlots();
        return feed(publisher, element -> ring.publish(slot -> filler.accept(slot, element)));
    }

    private <E> Promise<Void> feed(Flow.Publisher<? extends E> publisher, Consumer<? super E> put) {
        Channel<E> between = Channels.<E>buffered(ring.capacity()).named(name() + ".flow");
        Promise<Void> sent = Flows.into(publisher, between, ring.capacity()); // first: the publisher may throw
        Promise<Void> done = feed((Receiver<E>) between, put);
        return done.onComplete((nothing, failure) -> {
            between.close();
            sent.cancel();
        });
    }

    private <E> Promise<Void> feed(Receiver<E> source, Consumer<? super E> put) {
        Feeder<E> feeder = new Feeder<>(system, ring, source, put, feeders::remove);
        feeders.add(feeder);
        feeder.begin();
        if (!ring.isOpen()) {
            feeder.stop();
        }
        return feeder.done();
    }

    private void checkSlots() {
        if (ring.isOfValues()) {
            throw new IllegalStateException("a line of values is given values, by put, and no fillers: line=" + name());
        }
    }

    private void checkValues() {
        if (!ring.isOfValues()) {
            throw new IllegalStateException(
                    "a line of slots has them filled, by publish, and is given no values: line=" + name());
        }
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /**
     * Refuses further elements, and lets what was published pass all stages, elements of held actors and waiting threads
     * included. Later calls change nothing.
     *
     * @return fulfilled when all stages have handled all elements; fails with the cause if a handler stops the line, and with a
     *     {@link LineEndedException} if it is aborted
     */
    public Promise<Void> end() {
        ring.end();
        feeders.forEach(Feeder::stop);
        return ended;
    }

    /**
     * Ends the line without finishing: handlers return from their present element, and what is inside is discarded and counted.
     * Whoever waits for room goes on at once.
     */
    public void abort() {
        if (living.get() > 0) {
            ring.cut(new LineEndedException("the line was aborted: line=" + name(), null));
        }
    }

    /** Aborts the line unless it has ended. Does not wait: who wants the elements handled waits for {@link #end()} first. */
    @Override
    public void close() {
        abort();
    }

    /** {@return the promise of {@link #end()}, without asking for the end} */
    public Promise<Void> ended() {
        return ended;
    }

    /** {@return whether it takes elements} May be outdated when it arrives. */
    public boolean isOpen() {
        return ring.isOpen();
    }

    private void oneEnded() {
        if (living.decrementAndGet() > 0) {
            return;
        }
        system.forget(hosted);
        memory.close();
        feeders.forEach(Feeder::stop);
        Throwable cut = ring.cut();
        if (cut == null) {
            ended.complete();
        } else {
            ended.fail(cut);
        }
    }

    /** A handler has failed for good. On its thread. */
    private void failed(String stage, Throwable cause, Verdict verdict, boolean first) {
        if (verdict == Verdict.STOPPED) {
            ring.cut(cause);
        }
        system.hostedFailed(
                "troupe://" + system.name() + "/line/" + name() + "/" + stage,
                cause,
                verdict == Verdict.STOPPED ? Decision.STOP : Decision.RESUME,
                first);
    }

    // ---- what it does ----------------------------------------------------------------------------------------------

    /** {@return its name} */
    public String name() {
        return ring.name();
    }

    /** {@return a racy snapshot; exact when the line has ended} */
    public LineStats stats() {
        StageCell<T> gate = cells.get(cells.size() - 1);
        long completed = gate.completed();
        long skipped = gate.skipped();
        long accepted = ring.accepted();
        boolean over = living.get() == 0;
        long left = Math.max(0, accepted - completed - skipped);
        return new LineStats(
                name(),
                ring.capacity(),
                accepted,
                completed,
                skipped,
                over ? left : 0,
                over ? 0 : left,
                ring.waiting(),
                ring.returned(),
                cells.stream().map(StageCell::stats).toList());
    }

    @Override
    public String toString() {
        return "Line[" + name() + "]";
    }

    /** How the line ends with its system. */
    private final class Hosted implements HostedCells {
        @Override
        public Promise<Void> drain() {
            return end();
        }

        @Override
        public Promise<Void> stop() {
            abort();
            return ended;
        }

        @Override
        public void abandon(CellScheduler dispatcher, boolean over, Throwable cause) {
            for (StageCell<T> cell : cells) {
                if (over) {
                    cell.abandon(cause);
                } else {
                    cell.abandonIfIdle(cause);
                }
            }
        }

        @Override
        public String toString() {
            return Line.this.toString();
        }
    }
}
