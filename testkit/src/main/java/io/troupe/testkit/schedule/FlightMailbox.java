// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.RoomWaiters;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The mailbox of an actor in a simulation: what is sent is under way at first, on a lane per sender, and can be taken once it
 * has arrived. A bound counts both. When a bound is reached, what is under way arrives at once, in order of sending: the
 * refused sender could not have been refused otherwise. For the thread of the simulation; other threads hand over.
 */
final class FlightMailbox implements Mailbox {
    private final DriverThread driver;
    private final Moment moment;
    private final PossibleLanes possible;
    private final FlightPool flights;
    private final FrozenMessages frozen;
    private final Consumer<FlightMailbox> onEnded;
    final Participant owner;

    /** Keeps what has arrived by the rules of its kind; null for unbounded mailboxes. */
    private final @Nullable Mailbox bounded;

    /** Who has sent the messages in the bounded mailbox. */
    private final Map<Message, Participant> senders;

    private final int capacity;
    private final @Nullable RoomWaiters waiters;
    private final LaneTable lanes = new LaneTable();
    private @Nullable Lane latest;
    private @Nullable Cell cell;

    /** Index in the list of the simulator; -1 outside of it. */
    int index = -1;

    /** The lane of turns. */
    @Nullable
    Lane turns;

    /** What has arrived, if the mailbox is unbounded. */
    private @Nullable Flight head;

    private @Nullable Flight tail;

    private int arrived;
    private int flying;
    private long sent;

    /** Messages of other threads that are still to be handed over. Any thread. */
    private final AtomicInteger handedOver = new AtomicInteger();

    /** After the end: what was under way. */
    private @Nullable Deque<Message> left;

    /** Messages and callbacks of the cell before the present turn. */
    private int progress;

    private boolean inTurn;
    private @Nullable Message lastMessage;
    private long lastCause = -1;

    /** Who has sent the message that was polled last. */
    private @Nullable Participant lastSender;

    /** Whether the answer to a call of this actor arrives just now. */
    private boolean answered;

    FlightMailbox(
            int number,
            long key,
            @Nullable Mailbox bounded,
            DriverThread driver,
            Moment moment,
            PossibleLanes possible,
            FlightPool flights,
            FrozenMessages frozen,
            Consumer<FlightMailbox> onEnded) {
        this.driver = driver;
        this.moment = moment;
        this.possible = possible;
        this.flights = flights;
        this.frozen = frozen;
        this.onEnded = onEnded;
        this.owner = new Participant(number, key, this);
        this.bounded = bounded;
        this.senders = bounded == null ? Map.of() : new IdentityHashMap<>();
        this.capacity = bounded == null ? Integer.MAX_VALUE : bounded.capacity();
        this.waiters = bounded == null || bounded.waiters() == null ? null : new RoomWaiters(capacity, this::size);
    }

    /** Its cell, which is made after it. */
    void of(Cell made) {
        cell = made;
    }

    @Nullable
    Cell cell() {
        return cell;
    }

    // ---- sending -------------------------------------------------------------------------------------------------

    @Override
    public Offer offer(Message message) {
        if (!driver.isCurrent()) {
            return handOver(message);
        }
        if (owner.gone) {
            return Offer.ACCEPTED; // the process has crashed: nobody tells the sender
        }
        Participant sender = moment.actor();
        frozen.sent(message, sender, owner);
        if (arrived() + flying < capacity) {
            if (possible.delaysMessages() && sender != owner) {
                launch(sender, message, EventKind.ARRIVAL);
                return Offer.ACCEPTED;
            }
            return keep(message, moment.number());
        }
        return offerToFull(message, sender);
    }

    private Offer offerToFull(Message message, Participant sender) {
        if (overflow() == Overflow.PACE) {
            landAll(sender); // what follows waits outside, and is not to overtake
            return Offer.FULL;
        }
        landAll(null);
        Offer outcome = keep(message, moment.number());
        if (outcome != Offer.ACCEPTED) {
            frozen.forget(message);
        }
        return outcome;
    }

    /** The same where there is room, but others wait in line: then nothing was offered here. */
    @Override
    public void senderWaits() {
        if (driver.isCurrent()) {
            landAll(moment.actor());
        }
    }

    @Override
    public Offer admit(Message message) {
        // from whoever has waited for room, not from whoever makes it
        return arrived() + flying < capacity
                ? keep(flights.take(message, EventKind.ARRIVAL, moment.number()))
                : Offer.FULL;
    }

    @Override
    public boolean delays(Cell receiver, Message callback) {
        if (!driver.isCurrent()) {
            driver.handOver(this, () -> {
                if (!delays(receiver, callback)) {
                    receiver.signal(callback);
                }
            });
            return true;
        }
        if (owner.gone) {
            return true;
        }
        Participant sender = moment.actor();
        if (answered || sender == owner || !possible.delaysMessages() || left != null || moment.isTimer()) {
            return false;
        }
        launch(sender, callback, EventKind.ANSWER);
        return true;
    }

    @Override
    public boolean delaysAnswer(Runnable settle) {
        Participant caller = lastSender;
        FlightMailbox callers = caller == null || !driver.isCurrent() ? null : caller.mailbox();
        if (callers == null || callers == this || callers.left != null || !possible.delaysAnswers()) {
            return false;
        }
        callers.launch(owner, settle, EventKind.ANSWER);
        return true;
    }

    /** From another thread, which is no part of the simulation. */
    private Offer handOver(Message message) {
        if (arrived() + flying + handedOver.get() >= capacity) {
            return overflow() == Overflow.DROP_NEWEST ? Offer.DROPPED : Offer.FULL;
        }
        handedOver.incrementAndGet();
        driver.handOver(this, () -> {
            handedOver.decrementAndGet();
            if (offer(message) != Offer.ACCEPTED) {
                keep(message, moment.number());
            }
            arrive();
        });
        return Offer.ACCEPTED;
    }

    private void launch(Participant sender, Object load, EventKind kind) {
        Flight flight = flights.take(load, kind, moment.number());
        flight.sender = sender;
        flight.order = ++sent;
        if (kind == EventKind.ARRIVAL) {
            flying++;
        }
        possible.append(lane(sender), flight);
    }

    private Lane lane(Participant sender) {
        Lane known = latest;
        if (known != null && known.source == sender) {
            return known;
        }
        Lane lane = lanes.get(EventKind.ARRIVAL, sender, owner);
        if (lane == null) {
            lane = possible.make(Lane.Content.FLIGHTS, EventKind.ARRIVAL, sender, owner);
            lane.mailbox = this;
            lanes.put(lane);
        }
        latest = lane;
        return lane;
    }

    /** The lanes that end here, for those who look for all. */
    LaneTable lanes() {
        return lanes;
    }

    // ---- arriving ------------------------------------------------------------------------------------------------

    /** The first of a lane arrives. */
    void land(Flight flight) {
        if (flight.kind == EventKind.ANSWER) {
            Object load = flight.load;
            flights.release(flight);
            answer(load);
        } else {
            flying--;
            flight.cause = moment.number();
            keep(flight);
            arrive();
        }
    }

    /** A callback with an answer arrives, or the answer itself. */
    private void answer(@Nullable Object load) {
        if (load instanceof Runnable settle) {
            answered = true;
            try {
                settle.run();
            } finally {
                answered = false;
            }
        } else if (cell != null && load instanceof Message callback) {
            cell.signal(callback);
        }
    }

    private void arrive() {
        if (cell != null) {
            cell.arrived();
        }
    }

    /** Lets what is under way arrive in order of sending: of one sender, or of all. */
    private void landAll(@Nullable Participant sender) {
        int before = flying;
        for (Lane next = earliest(sender); next != null && flying > 0; next = earliest(sender)) {
            possible.remove(next);
            land(next.take());
            possible.addAgain(next);
        }
        if (flying < before) {
            arrive();
        }
    }

    private @Nullable Lane earliest(@Nullable Participant sender) {
        Lane earliest = null;
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.at(i);
            Flight first = lane.head;
            if (first != null
                    && (sender == null || lane.source == sender)
                    && (earliest == null || earliest.head == null || first.order < earliest.head.order)) {
                earliest = lane;
            }
        }
        return earliest;
    }

    private Offer keep(Message message, long cause) {
        Flight flight = flights.take(message, EventKind.ARRIVAL, cause);
        flight.sender = moment.actor();
        return keep(flight);
    }

    private Offer keep(Flight flight) {
        Mailbox other = bounded;
        if (other != null) {
            Message message = (Message) flight.load;
            Participant sender = flight.sender;
            flights.release(flight);
            if (message == null) {
                return Offer.ACCEPTED;
            }
            if (sender != null) {
                senders.put(message, sender);
            }
            Offer outcome = other.offer(message);
            if (outcome != Offer.ACCEPTED) {
                forgetSender(message);
            }
            return outcome;
        }
        Flight last = tail;
        if (last == null) {
            head = flight;
        } else {
            last.next = flight;
        }
        tail = flight;
        arrived++;
        return Offer.ACCEPTED;
    }

    /** A message has left a bounded mailbox without being taken. */
    void forgetSender(Message message) {
        senders.remove(message);
    }

    private int arrived() {
        return bounded == null ? arrived : bounded.size();
    }

    // ---- taking --------------------------------------------------------------------------------------------------

    /** A turn begins: of one message, or of one callback. */
    void beginTurn(Cell running) {
        progress = running.progress();
        inTurn = true;
        lastMessage = null;
        lastSender = null;
        lastCause = -1;
    }

    void endTurn() {
        inTurn = false;
    }

    /** Takes the message that the last turn has run; null if it ran none. */
    @Nullable
    Message takeLastMessage() {
        Message message = lastMessage;
        lastMessage = null;
        return message;
    }

    /** The event that has brought what the last turn has run; -1 if that is not known. */
    long lastCause() {
        return lastCause;
    }

    @Override
    public @Nullable Message poll() {
        if (left != null) {
            Message message = pollArrived();
            return message == null ? left.poll() : message;
        }
        if (inTurn && cell != null && cell.progress() != progress) {
            return null; // this turn has run a callback
        }
        Message message = pollArrived();
        if (message != null) {
            lastMessage = message;
            frozen.taken(message, owner);
        }
        if (waiters != null && !waiters.isEmpty()) {
            waiters.polled();
        }
        return message;
    }

    private @Nullable Message pollArrived() {
        if (bounded != null) {
            Message message = bounded.poll();
            lastSender = message == null ? null : senders.remove(message);
            return message;
        }
        Flight first = head;
        if (first == null) {
            return null;
        }
        head = first.next;
        if (head == null) {
            tail = null;
        }
        arrived--;
        lastCause = first.cause;
        lastSender = first.sender;
        Message message = (Message) first.load;
        flights.release(first);
        return message;
    }

    @Override
    public boolean isEmpty() {
        boolean empty = arrived() == 0;
        if (empty && waiters != null) {
            waiters.rested();
        }
        return empty && (left == null || left.isEmpty());
    }

    @Override
    public int size() {
        return arrived() + flying + handedOver.get() + (left == null ? 0 : left.size());
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public Overflow overflow() {
        return bounded == null ? Overflow.FAIL : bounded.overflow();
    }

    @Override
    public @Nullable RoomWaiters waiters() {
        return waiters;
    }

    /** The actor has ended: what is under way will not be delivered. Answers are turned down as if they came now. */
    @Override
    public void close() {
        Deque<Message> late = new ArrayDeque<>();
        left = late;
        while (true) {
            Lane next = earliest(null);
            if (next == null) {
                break;
            }
            possible.remove(next);
            Flight flight = next.take();
            Object load = flight.load;
            boolean answer = flight.kind == EventKind.ANSWER;
            flights.release(flight);
            if (answer) {
                answer(load);
            } else if (load instanceof Message message) {
                frozen.forget(message);
                late.add(message);
            }
        }
        flying = 0;
        if (waiters != null) {
            waiters.close();
        }
        onEnded.accept(this);
    }

    @Override
    public String toString() {
        return cell == null ? "an actor that has not started" : cell.toString();
    }

    /** The process has crashed: forgets all that is under way or waits here. Returns how much was under way. */
    int forget() {
        int forgotten = 0;
        for (int i = 0; i < lanes.size(); i++) {
            forgotten += possible.clear(lanes.at(i));
        }
        return forgotten;
    }

    /** An event of a lane was forgotten, not landed. */
    void forgotten(Flight flight) {
        if (flight.kind != EventKind.ANSWER) {
            flying--;
            if (flight.load instanceof Message message) {
                frozen.forget(message);
            }
        }
    }
}
