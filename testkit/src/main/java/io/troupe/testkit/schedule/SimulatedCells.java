// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.mailbox.MailboxSpec;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The cells of a run, their mailboxes, and the lanes of their turns. For the thread of the simulation; others hand over. */
final class SimulatedCells {
    private final Participants participants;
    private final DriverThread driver;
    private final Moment moment;
    private final PossibleLanes possible;
    private final FlightPool flights;
    private final FrozenMessages frozen;
    private final List<FlightMailbox> mailboxes = new ArrayList<>();

    /** Cells that came with a mailbox of their own, or none. */
    private final IdentityHashMap<Cell, Lane> foreign = new IdentityHashMap<>();

    SimulatedCells(
            Participants participants,
            DriverThread driver,
            Moment moment,
            PossibleLanes possible,
            FlightPool flights,
            FrozenMessages frozen) {
        this.participants = participants;
        this.driver = driver;
        this.moment = moment;
        this.possible = possible;
        this.flights = flights;
        this.frozen = frozen;
    }

    // ---- for dispatchers -----------------------------------------------------------------------------------------

    Mailbox newMailbox(MailboxSpec spec, Consumer<Message> displaced) {
        FlightMailbox[] made = new FlightMailbox[1];
        Mailbox bounded = spec.kind() != MailboxSpec.Kind.BOUNDED
                ? null
                : Mailbox.of(spec, message -> {
                    made[0].forgetSender(message);
                    frozen.forget(message);
                    displaced.accept(message);
                });
        Participant maker = driver.isCurrent() ? moment.actor() : participants.of(Simulator.OUTSIDE);
        FlightMailbox mailbox = new FlightMailbox(
                participants.next(), maker.nextKey(), bounded, driver, moment, possible, flights, frozen, this::ended);
        made[0] = mailbox;
        mailbox.index = mailboxes.size();
        mailboxes.add(mailbox);
        return mailbox;
    }

    /** A cell has something to do. */
    void ready(Cell cell, SimulatedDispatcher home) {
        if (!driver.isCurrent()) {
            driver.handOver(cell, () -> home.onReady(cell));
            return;
        }
        Lane lane = turns(cell);
        if (lane.target.gone) {
            return; // nobody will ever run it
        }
        if (!cell.hasWork() && cell.rest()) {
            return;
        }
        ready(lane, moment.number());
    }

    private void ready(Lane lane, long cause) {
        lane.ready = true;
        lane.cause = cause;
        possible.add(lane);
    }

    /** The lane of turns of a cell, made at the first time. */
    Lane turns(Cell cell) {
        if (cell.mailbox() instanceof FlightMailbox mailbox) {
            Lane lane = mailbox.turns;
            if (lane == null) {
                mailbox.of(cell);
                lane = newTurns(mailbox.owner, cell);
                lane.mailbox = mailbox;
                mailbox.turns = lane;
            }
            return lane;
        }
        return foreign.computeIfAbsent(
                cell,
                made -> newTurns(
                        new Participant(participants.next(), moment.actor().nextKey(), made), made));
    }

    private Lane newTurns(Participant owner, Cell cell) {
        Lane lane = possible.make(Lane.Content.TURNS, EventKind.TURN, owner, owner);
        lane.cell = cell;
        return lane;
    }

    /** Takes all cells that wait for a turn. */
    List<Cell> takeReady(SimulatedDispatcher home) {
        List<Cell> cells = new ArrayList<>();
        for (Lane lane : allTurns()) {
            Cell cell = lane.cell;
            if (cell != null && lane.ready && cell.home() == home) {
                lane.ready = false;
                possible.remove(lane);
                cells.add(cell);
            }
        }
        return cells;
    }

    // ---- turns ---------------------------------------------------------------------------------------------------

    /** Runs a turn; returns whether the cell has more to do. */
    boolean turn(Lane lane, @Nullable Cell outer) {
        Cell cell = lane.cell;
        if (cell == null || !(cell.home() instanceof SimulatedDispatcher home)) {
            return false;
        }
        FlightMailbox mailbox = lane.mailbox;
        if (mailbox != null) {
            mailbox.beginTurn(cell);
        }
        boolean again = home.run(cell, outer);
        if (mailbox != null) {
            mailbox.endTurn();
        } else if (!again && cell.hasEnded()) {
            foreign.remove(cell);
        }
        return again;
    }

    /** A cell has more to do after a turn. */
    void readyAgain(Lane lane, long turn) {
        if (!lane.target.gone) {
            ready(lane, turn);
        }
    }

    // ---- all of them ---------------------------------------------------------------------------------------------

    /** The actor of a mailbox has ended. */
    private void ended(FlightMailbox mailbox) {
        mailbox.owner.ended = true;
        int index = mailbox.index;
        if (index >= 0) {
            mailbox.index = -1;
            FlightMailbox last = mailboxes.remove(mailboxes.size() - 1);
            if (last != mailbox) {
                mailboxes.set(index, last);
                last.index = index;
            }
        }
    }

    /** Nothing happens any more to the actors of a place. Returns how many of their events were under way. */
    int drop(Predicate<String> place) {
        int dropped = 0;
        for (FlightMailbox mailbox : new ArrayList<>(mailboxes)) {
            if (place.test(mailbox.owner.name())) {
                dropped += mailbox.forget();
                mailbox.owner.gone = true;
                ended(mailbox);
            }
        }
        for (Lane lane : foreign.values()) {
            if (place.test(lane.target.name())) {
                lane.target.gone = true;
            }
        }
        return dropped;
    }

    void addFlights(List<Lane> all) {
        for (FlightMailbox mailbox : mailboxes) {
            for (int i = 0; i < mailbox.lanes().size(); i++) {
                all.add(mailbox.lanes().at(i));
            }
        }
    }

    void addTurns(List<Lane> all) {
        all.addAll(allTurns());
    }

    private List<Lane> allTurns() {
        List<Lane> all = new ArrayList<>();
        for (FlightMailbox mailbox : mailboxes) {
            if (mailbox.turns != null) {
                all.add(mailbox.turns);
            }
        }
        List<Lane> others = new ArrayList<>(foreign.values());
        others.sort((one, other) -> Integer.compare(one.target.number, other.target.number));
        all.addAll(others);
        return all;
    }
}
