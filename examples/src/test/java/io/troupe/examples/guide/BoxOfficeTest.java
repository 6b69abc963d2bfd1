// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.Promise;
import io.troupe.examples.guide.FirstActor.Show;
import io.troupe.examples.guide.Promises.Bank;
import io.troupe.examples.guide.Promises.BoxOffice;
import io.troupe.examples.guide.Promises.ClosedBank;
import io.troupe.testkit.Probe;
import io.troupe.testkit.RecordedCall;
import io.troupe.testkit.TestSystem;
import io.troupe.testkit.fault.Faults;
import io.troupe.testkit.schedule.ScheduleReport;
import io.troupe.testkit.schedule.Schedules;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tests of the guide: stepped, timed, with stand-ins, with faults, and under many interleavings. */
class BoxOfficeTest {
    // tag::first[]
    @Test
    void shouldSellASeatOnce() {
        try (TestSystem test = TestSystem.manual()) { // no threads: the test runs the turns
            Show show = test.spawn(Show.class, () -> new Show(200));
            Promise<Boolean> ann = show.reserve(7, "Ann");
            Promise<Boolean> bob = show.reserve(7, "Bob");
            assertThat(ann.isSettled()).isFalse(); // nothing has run yet

            test.assertThat(ann).settles().isFulfilledWith(true);
            test.assertThat(bob).settles().isFulfilledWith(false);
        }
    }
    // end::first[]

    // tag::probe[]
    @Test
    void shouldGiveTheSeatBackWhenTheBankRefuses() {
        try (TestSystem test = TestSystem.manual()) {
            Probe<Show> show = test.probe(Show.class).answer("reserve", true);
            Probe<Bank> bank = test.probe(Bank.class);
            BoxOffice office = test.spawn(BoxOffice.class, () -> new BoxOffice(show.ref(), bank.ref()));

            Promise<String> sale = office.sell(7, "Ann", 20);
            RecordedCall charge = bank.expectCall("charge", "Ann", 20);
            charge.fail(new IllegalStateException("no money"));

            test.assertThat(sale).settles().hasFailedWith(IllegalStateException.class);
            show.expectCall("reserve", 7, "Ann");
            show.expectCall("release", 7);
        }
    }
    // end::probe[]

    // tag::time[]
    @Test
    void shouldFailASaleWhoseBankDoesNotAnswerInTime() {
        try (TestSystem test = TestSystem.manual()) {
            Show show = test.spawn(Show.class, () -> new Show(200));
            Bank bank = test.spawn(Bank.class, ClosedBank::new); // never answers
            BoxOffice office = test.spawn(BoxOffice.class, () -> new BoxOffice(show, bank));

            Promise<String> sale = office.sell(7, "Ann", 20);
            test.advance(Duration.ofSeconds(29)); // takes no time
            assertThat(sale.isSettled()).isFalse();
            test.advance(Duration.ofSeconds(1));

            test.assertThat(sale).hasFailedWith(CallTimeoutException.class);
            test.assertThat(show.free()).settles().isFulfilledWith(200);
            test.allowPendingWork(); // the bank still owes its answer
        }
    }
    // end::time[]

    // tag::seeds[]
    @Test
    void shouldNeverSellASeatTwice() {
        TestSystem.forSeeds(200, seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) { // the seed decides what happens next
                Show show = test.spawn(Show.class, () -> new Show(200));
                Bank bank = test.spawn(Bank.class, Bank::new);
                BoxOffice left = test.spawn(BoxOffice.class, () -> new BoxOffice(show, bank));
                BoxOffice right = test.spawn(BoxOffice.class, () -> new BoxOffice(show, bank));

                var sales = Promise.allSettled(List.of(left.sell(7, "Ann", 20), right.sell(7, "Bob", 20)));

                assertThat(test.await(sales, Duration.ofSeconds(1)))
                        .filteredOn(sale -> sale.isFulfilled())
                        .hasSize(1);
            }
        });
    }
    // end::seeds[]

    // tag::schedules[]
    @Test
    void shouldSayWhichMessageMustComeLate() {
        ScheduleReport report = Schedules.of(1000).named("Ann was first").run(simulator -> {
            ActorSystem system = simulator.system("box");
            Show show = system.spawn(Show.class, () -> new Show(200), ActorOptions.named("show"));
            Bank bank = system.spawn(Bank.class, Bank::new, ActorOptions.named("bank"));
            BoxOffice left = system.spawn(BoxOffice.class, () -> new BoxOffice(show, bank), ActorOptions.named("left"));
            BoxOffice right =
                    system.spawn(BoxOffice.class, () -> new BoxOffice(show, bank), ActorOptions.named("right"));

            Promise<String> ann = left.sell(7, "Ann", 20);
            Promise<String> bob = right.sell(7, "Bob", 20);
            simulator.runFor(Duration.ofSeconds(1));

            assertThat(bob.isFailed()).isTrue();
            assertThat(ann.isFulfilled()).isTrue(); // she came first, did she not?
        });

        assertThat(requireNonNull(report.first()).words())
                .containsExactly("fails if the 1st message from box/left to box/show arrives after"
                        + " the 1st message from box/right to box/show");
    }
    // end::schedules[]

    // tag::faults[]
    @Test
    void shouldSellAfterALostCall() {
        try (TestSystem test = TestSystem.manual()) {
            Show show = test.spawn(Show.class, () -> new Show(200));
            Bank bank = test.spawn(Bank.class, Bank::new);
            Faults faults = Faults.inject().on("charge", 1).drop(); // the first one gets lost
            BoxOffice office = test.spawn(BoxOffice.class, () -> new BoxOffice(show, faults.wrap(bank, Bank.class)));

            Promise<String> lost = office.sell(7, "Ann", 20);
            test.advance(Duration.ofSeconds(30));
            test.assertThat(lost).hasFailedWith(CallTimeoutException.class);

            test.await(office.sell(7, "Ann", 20), Duration.ofSeconds(1));
        }
    }
    // end::faults[]
}
