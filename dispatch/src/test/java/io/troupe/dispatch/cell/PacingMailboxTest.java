// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Event;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import io.troupe.dispatch.support.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PacingMailboxTest extends BoundedMailboxContract {
    /** Of a race between two threads; fewer in the fast tier. */
    private static final int ROUNDS = "fast".equals(System.getProperty("troupe.tests")) ? 300 : 3_000;

    @Override
    MailboxSpec spec(int capacity) {
        return MailboxSpec.bounded(capacity, Overflow.PACE);
    }

    @Override
    Offer answerWhenFull() {
        return Offer.FULL;
    }

    @Test
    void shouldLetAnOutsideThreadWaitForRoomAndGoOn() {
        ProbeCell cell = cell(4);
        Team sender = Team.of(1, number -> offerAll(cell, 10));
        Await.until("the sender waits", () -> sender.thread(0).getState() == Thread.State.WAITING);
        assertThat(cell.depth(10)).isEqualTo(4);
        home.runUntil("all has arrived", () -> cell.count() == 10);
        sender.join();
        assertThat(cell.numbers()).isEqualTo(IntStream.range(0, 10).boxed().toList());
    }

    @Test
    void shouldEndTheWaitOfAnOutsideThreadWhenTheCellCloses() {
        ProbeCell cell = cell(2);
        cell.signal(new Task(ProbeCell::end));
        AtomicReference<Offer> last = new AtomicReference<>();
        Team sender = Team.of(1, number -> {
            offerAll(cell, 2);
            last.set(cell.offer(new Note(0, 2)));
        });
        Await.until("the sender waits", () -> sender.thread(0).getState() == Thread.State.WAITING);
        home.runAll();
        sender.join();
        assertThat(last).hasValue(Offer.CLOSED);
        assertThat(cell.undelivered()).hasSize(3);
    }

    @Test
    void shouldGiveTheMessageBackToAnOutsideThreadThatIsInterrupted() {
        ProbeCell cell = cell(2);
        AtomicReference<Offer> last = new AtomicReference<>();
        Team sender = Team.of(1, number -> {
            offerAll(cell, 2);
            last.set(cell.offer(new Note(0, 2)));
        });
        Await.until("the sender waits", () -> sender.thread(0).getState() == Thread.State.WAITING);
        sender.thread(0).interrupt();
        sender.join();
        assertThat(last).hasValue(Offer.FULL);
    }

    @Test
    void shouldHoldASendingCellWithoutBlockingItsThread() {
        ProbeCell target = cell(4);
        ProbeCell sender = new ProbeCell(home);
        target.signal(new Task(ProbeCell::suspend));
        sender.tell(new Task(self -> assertThat(offerAll(target, 10)).containsOnly(Offer.ACCEPTED)));
        Note held = new Note(1, 0);
        sender.offer(held);
        home.runAll();
        assertThat(held.ends()).as("messages to a paced sender wait").isZero();
        assertThat(target.depth(100)).isEqualTo(4);
        target.signal(new Task(ProbeCell::resume));
        home.runAll();
        assertThat(target.numbers()).isEqualTo(IntStream.range(0, 10).boxed().toList());
        assertThat(held.ends()).isEqualTo(1);
    }

    @Test
    void shouldKeepTheOrderBehindWhatAlreadyWaits() {
        ProbeCell target = cell(2);
        ProbeCell sender = new ProbeCell(home);
        AtomicInteger next = new AtomicInteger();
        for (int i = 0; i < 200; i++) {
            sender.signal(new Task(self -> target.offer(new Note(0, next.getAndIncrement()))));
            home.runTurn();
        }
        home.runAll();
        assertThat(target.numbers()).isEqualTo(IntStream.range(0, 200).boxed().toList());
        assertThat(target.violations()).isZero();
    }

    @Test
    void shouldNotOvertakeWhatWaitsForRoomWhenTried() {
        ProbeCell target = cell(4);
        ProbeCell sender = new ProbeCell(home);
        target.signal(new Task(ProbeCell::suspend));
        sender.signal(new Task(self -> offerAll(target, 5)));
        home.runAll();
        Message[] taken = {target.mailbox().poll()}; // there is room, but nobody has been woken yet
        AtomicReference<Offer> tried = new AtomicReference<>();
        sender.signal(new Event(self -> tried.set(target.tryOffer(new Note(0, 5)))));
        home.runAll();
        assertThat(tried).hasValue(Offer.FULL);
        assertThat(target.depth(10)).isEqualTo(3);
        assertThat(taken[0]).hasToString("0#0");
        target.signal(new Task(ProbeCell::resume));
        home.runAll();
        assertThat(target.numbers()).containsExactly(1, 2, 3, 4);
        sender.signal(new Task(self -> tried.set(target.tryOffer(new Note(0, 6)))));
        home.runAll();
        assertThat(tried).hasValue(Offer.ACCEPTED);
        assertThat(target.violations()).isZero();
    }

    @Test
    void shouldTellOfTheEndWhenTriedThoughSomethingWaitsForRoom() {
        ProbeCell target = cell(2);
        ProbeCell sender = new ProbeCell(home);
        AtomicReference<Offer> tried = new AtomicReference<>();
        sender.signal(new Task(self -> {
            offerAll(target, 3);
            target.end(); // the test is the only thread
            tried.set(target.tryOffer(new Note(0, 3)));
        }));
        home.runTurn();
        assertThat(tried).hasValue(Offer.CLOSED);
    }

    @Test
    void shouldPaceAChainOfCellsWithoutLoss() {
        ProbeCell last = cell(2);
        ProbeCell middle = cell(2);
        ProbeCell first = new ProbeCell(home);
        for (int i = 0; i < 300; i++) {
            int number = i;
            first.tell(new Task(self -> middle.offer(new Task(other -> last.offer(new Note(0, number))))));
        }
        home.runAll();
        assertThat(last.numbers()).isEqualTo(IntStream.range(0, 300).boxed().toList());
    }

    @Test
    void shouldNotReportItsOwnWakeUpsAsUndelivered() {
        ProbeCell target = cell(2);
        ProbeCell sender = new ProbeCell(home);
        target.signal(new Task(ProbeCell::suspend));
        sender.signal(new Task(self -> offerAll(target, 3)));
        home.runAll();
        sender.signal(new Task(ProbeCell::end));
        target.signal(new Task(ProbeCell::resume));
        home.runAll();
        assertThat(sender.undelivered()).isEmpty();
    }

    @Test
    void shouldWakeOneWhoAsksForRoomWhileTheLastMessagesAreTaken() {
        for (int round = 0; round < ROUNDS; round++) {
            Mailbox mailbox = mailbox(2);
            ProbeCell cell = new ProbeCell(home, mailbox);
            cell.offer(new Note(0, 0));
            cell.offer(new Note(0, 1));
            AtomicInteger woken = new AtomicInteger();
            Runnable ask = () -> mailbox.whenRoom(woken::incrementAndGet);
            if (round % 2 == 0) {
                ask.run();
                home.runAll();
            } else {
                Await.all(ask, home::runAll);
            }
            assertThat(woken).as("round %d", round).hasValue(1);
        }
    }

    private static List<Offer> offerAll(ProbeCell target, int count) {
        List<Offer> outcomes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            outcomes.add(offer(target, new Note(0, i)));
        }
        return outcomes;
    }
}
