// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.line.FailurePolicy;
import io.troupe.core.line.Line;
import io.troupe.core.line.LineEndedException;
import io.troupe.core.line.LineStats;
import io.troupe.core.line.Lines;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.testkit.schedule.ScheduleReport;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of lines under many schedules: order, hand-over of slots, full rings and mailboxes, one fate per element. */
@Timeout(120)
class LineContractTest {
    private static final int FEW = 60;
    private static final int MANY = 1_000;
    private static final int PUBLISHERS = 3;
    private static final int EACH = 9;
    private static final int BAD = 4;

    /** The object of a slot. */
    private static final class Ticket {
        int publisher;
        int number;

        /** Written by the first stage, from the others. */
        int check;

        private int code() {
            return publisher * 1000 + number;
        }
    }

    /** What has been seen where. */
    private static final class Book {
        final List<Integer> beside = new ArrayList<>();
        final List<Integer> behind = new ArrayList<>();
        final List<Integer> booked = new ArrayList<>();
        final List<Integer> published = new ArrayList<>();
        int refused;
    }

    /** Publishes in two messages; is held in between. */
    public static class Publisher extends Actor<Publisher> {
        private final Line<Ticket> line;
        private final Book book;
        private final int index;

        Publisher(Line<Ticket> line, Book book, int index) {
            this.line = line;
            this.book = book;
            this.index = index;
        }

        public void publish(int from, int to) {
            for (int i = from; i < to; i++) {
                int number = i;
                try {
                    line.publish(ticket -> {
                        ticket.publisher = index;
                        ticket.number = number;
                        ticket.check = -1;
                    });
                    book.published.add(index * 1000 + number);
                } catch (LineEndedException e) {
                    book.refused++;
                }
            }
        }
    }

    /** Behind the line, with little room. */
    public static class Ledger extends Actor<Ledger> {
        private final Book book;

        Ledger(Book book) {
            this.book = book;
        }

        public void booked(int code) {
            book.booked.add(code);
        }
    }

    /** Ends the line. */
    public static class Ender extends Actor<Ender> {
        private final Line<Ticket> line;
        private final boolean aborts;

        Ender(Line<Ticket> line, boolean aborts) {
            this.line = line;
            this.aborts = aborts;
        }

        public void after(int hops) {
            if (hops > 0) {
                self().after(hops - 1);
            } else if (aborts) {
                line.abort();
            } else {
                line.end();
            }
        }
    }

    private static Line<Ticket> line(ActorSystem system, Book book, boolean single) {
        Ledger ledger = system.spawn(
                Ledger.class,
                () -> new Ledger(book),
                ActorOptions.named("ledger").mailbox(MailboxSpec.bounded(2, Overflow.PACE)));
        var builder = Lines.of(Ticket::new, 4)
                .named("tickets")
                .stage("stamp", ticket -> ticket.check = ticket.code())
                .parallel(
                        Lines.stage("check", ticket -> {
                            if (ticket.number == BAD) {
                                throw new IllegalStateException("bad");
                            }
                        }),
                        Lines.<Ticket>batch(
                                "beside",
                                3,
                                batch -> batch.forEach(ticket -> {
                                    assertThat(ticket.check).isEqualTo(ticket.code());
                                    book.beside.add(ticket.code());
                                })))
                .shards("shard", 2, ticket -> ticket.publisher, ticket -> assertThat(ticket.check)
                        .isEqualTo(ticket.code()))
                .stage("behind", ticket -> book.behind.add(ticket.code()))
                .async()
                .into(ledger, (actor, ticket) -> actor.booked(ticket.code()))
                .onFailure(FailurePolicy.skip());
        return (single ? builder.singleProducer() : builder).start(system);
    }

    private static void inOrder(List<Integer> codes) {
        for (int publisher = 0; publisher < PUBLISHERS; publisher++) {
            int of = publisher;
            assertThat(codes.stream().filter(code -> code / 1000 == of).toList())
                    .isSorted();
        }
        assertThat(codes).doesNotHaveDuplicates();
    }

    private static Book run(Simulator simulator, int publishers, boolean single, boolean aborts) {
        Book book = new Book();
        ActorSystem system = simulator.system("test");
        Line<Ticket> line = line(system, book, single);
        for (int i = 0; i < publishers; i++) {
            int index = i;
            Publisher publisher = system.spawn(Publisher.class, () -> new Publisher(line, book, index));
            publisher.publish(0, 6);
            publisher.publish(6, EACH);
        }
        system.spawn(Ender.class, () -> new Ender(line, aborts)).after(6);
        assertThat(simulator.until(() -> line.ended().isSettled(), Duration.ofSeconds(10)))
                .isTrue();
        simulator.runAll();

        LineStats stats = line.stats();
        assertThat(stats.accepted()).isEqualTo(stats.completed() + stats.skipped() + stats.discarded());
        assertThat(book.published).hasSize((int) (stats.accepted() + stats.returned()));
        assertThat(book.published.size() + book.refused).isEqualTo(publishers * EACH);
        assertThat(stats.waiting()).isZero();
        assertThat(stats.inside()).isZero();
        inOrder(book.beside);
        inOrder(book.behind);
        inOrder(book.booked);
        assertThat(book.behind).noneMatch(code -> code % 1000 == BAD);
        return book;
    }

    @Test
    void shouldHandleAllThatWasPublishedWhateverTheSchedule() {
        ends(FEW);
    }

    @Test
    @Tag("soak")
    void shouldHandleAllThatWasPublishedInManySchedules() {
        ends(MANY);
    }

    private static void ends(int schedules) {
        boolean[] seen = new boolean[2];
        ScheduleReport report = Schedules.of(schedules)
                .named("a line that ends")
                .run(simulator -> {
                    Book book = run(simulator, PUBLISHERS, false, false);
                    assertThat(book.beside).containsExactlyInAnyOrderElementsOf(book.published);
                    assertThat(book.booked).containsExactlyElementsOf(book.behind);
                    assertThat(book.behind)
                            .containsExactlyInAnyOrderElementsOf(book.published.stream()
                                    .filter(code -> code % 1000 != BAD)
                                    .toList());
                    seen[book.refused == 0 ? 0 : 1] = true;
                })
                .orThrow();

        assertThat(report.schedules()).isEqualTo(schedules);
        assertThat(seen).containsOnly(true); // the end came before the last element, and after it
    }

    @Test
    void shouldKeepTheOrderOfASingleHeldProducerWhateverTheSchedule() {
        Schedules.of(FEW)
                .named("a line with a single producer")
                .run(simulator -> run(simulator, 1, true, false))
                .orThrow();
    }

    @Test
    void shouldGiveEachElementOneFateWhenALineIsAbortedWhateverTheSchedule() {
        aborts(FEW);
    }

    @Test
    @Tag("soak")
    void shouldGiveEachElementOneFateWhenALineIsAbortedInManySchedules() {
        aborts(MANY);
    }

    private static void aborts(int schedules) {
        Schedules.of(schedules)
                .named("a line that is aborted")
                .run(simulator -> run(simulator, PUBLISHERS, false, true))
                .orThrow();
    }
}
