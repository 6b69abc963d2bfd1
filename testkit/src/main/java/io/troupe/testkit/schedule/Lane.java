// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import org.jspecify.annotations.Nullable;

/**
 * Events that happen one after the other: the messages and answers from one sender to one target, the turns of one actor, the
 * passing of time, or what a part of a simulation has added with one kind, source and target. At most the first of them is
 * possible. Fields of strategies are theirs alone.
 */
final class Lane {
    /** What its events are. */
    enum Content {
        FLIGHTS,
        TURNS,
        TIME,
        ACTIONS
    }

    private static final long SOURCE = 0xD6E8FEB86659FD93L;
    private static final long TARGET = 0xA0761D6478BD642FL;

    final Content content;
    final Participant source;
    final Participant target;

    /** Of actions; of other lanes the kind says itself. */
    final EventKind kind;

    /** Of turns and flights. */
    @Nullable
    Cell cell;

    @Nullable
    FlightMailbox mailbox;

    @Nullable
    Flight head;

    @Nullable
    Flight tail;

    /** Events so far; answers are counted apart. */
    int count;

    int answers;
    private final long key;
    private final long answerKey;

    /** How many pauses hold it. */
    int pauses;

    /** Whether a strategy has it: its first event is possible. */
    boolean offered;

    /** Whether the gate of the run keeps its first event from happening. */
    boolean shut;

    /** Whether it waits for its time. */
    boolean timed;

    /** Of turns: whether there is something to run, and the event that has brought it. */
    boolean ready;

    long cause = -1;

    /** Of turns: when the worker is done with the next one; 0: it has not begun, or takes no time. */
    long due;

    // ---- for the strategy ----------------------------------------------------------------------------------------

    /** Index in the strategy's own collection. */
    int position = -1;

    /** Neighbours in the order of becoming possible. */
    @Nullable
    Lane before;

    @Nullable
    Lane behind;

    /** Index among the lanes that end at the target. */
    int place = -1;

    /** What the strategy goes by: a priority or a due time. */
    double rank;

    /** How slow it is, for strategies in which lanes differ; 0: that is not drawn yet. */
    double slowness;

    /** Whether {@link #rank} was set before. */
    boolean ranked;

    /** Order in which events became possible. */
    long since;

    Lane(Content content, EventKind kind, Participant source, Participant target) {
        this.content = content;
        this.kind = kind;
        this.source = source;
        this.target = target;
        this.key = key(kind, source, target);
        this.answerKey = content == Content.FLIGHTS ? key(EventKind.ANSWER, source, target) : key;
    }

    private static long key(EventKind kind, Participant source, Participant target) {
        return Chance.mixed(kind.code() ^ source.key * SOURCE ^ Long.rotateLeft(target.key * TARGET, 32));
    }

    /** The key of the lane, the same in every run. */
    long key() {
        return key;
    }

    /** The kind of the event that comes next. */
    EventKind nextKind() {
        Flight first = head;
        return first == null ? kind : first.kind;
    }

    /** The key of the event that comes next: of its name, so that it is the same in every run. */
    long nextKey() {
        Flight first = head;
        return first != null && first.kind == EventKind.ANSWER
                ? Chance.mixed(answerKey + answers + 1)
                : Chance.mixed(key + count + 1);
    }

    /** The how-manieth of its kind the event is that comes next, from 1. */
    int nextOrdinal() {
        return 1 + (isAnswer(nextKind()) ? answers : count);
    }

    /** The event that comes next happens. Returns the how-manieth of its kind it is. */
    int happens(EventKind next) {
        return isAnswer(next) ? ++answers : ++count;
    }

    private boolean isAnswer(EventKind next) {
        return next == EventKind.ANSWER && content == Content.FLIGHTS;
    }

    /** Of turns: where the cell runs. */
    @Nullable
    CellHome home() {
        Cell running = cell;
        return running == null ? null : running.home();
    }

    void append(Flight flight) {
        Flight last = tail;
        if (last == null) {
            head = flight;
        } else {
            last.next = flight;
        }
        tail = flight;
    }

    Flight take() {
        Flight first = head;
        if (first == null) {
            throw new IllegalStateException("a lane must hold an event to take one: lane=" + this);
        }
        head = first.next;
        if (head == null) {
            tail = null;
        }
        first.next = null;
        return first;
    }

    @Override
    public String toString() {
        return SimEvent.name(nextKind(), source.name(), target.name(), nextOrdinal());
    }
}
