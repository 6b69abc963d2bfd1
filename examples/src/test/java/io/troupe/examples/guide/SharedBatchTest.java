// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.testkit.schedule.ScheduleReport;
import io.troupe.testkit.schedule.Schedules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fault of the page about schedules: an actor sends a list and uses it again. */
class SharedBatchTest {
    /** Prints tickets. */
    public static class Printer extends Actor<Printer> {
        public void print(List<String> tickets) {
            tickets.forEach(ticket -> requireNonNull(ticket, "ticket"));
        }
    }

    // tag::cashier[]
    /** Collects tickets and has them printed two at a time. */
    public static class Cashier extends Actor<Cashier> {
        private final Printer printer;
        private final List<String> batch = new ArrayList<>();

        Cashier(Printer printer) {
            this.printer = printer;
        }

        public void sell(String ticket) {
            batch.add(ticket);
            if (batch.size() == 2) {
                printer.print(batch);
                batch.clear(); // the printer has not looked yet
            }
        }
    }
    // end::cashier[]

    // tag::frozen[]
    @Test
    void shouldNameTheArgumentThatTwoActorsShare() {
        ScheduleReport report = Schedules.of(100).named("tickets").run(simulator -> {
            simulator.freezeMessages();
            ActorSystem system = simulator.system("box");
            Printer printer = system.spawn(Printer.class, Printer::new, ActorOptions.named("printer"));
            Cashier cashier = system.spawn(Cashier.class, () -> new Cashier(printer), ActorOptions.named("cashier"));
            List.of("A1", "A2", "A3").forEach(cashier::sell);
            simulator.runAll();
        });
        assertThat(requireNonNull(report.first()).cause())
                .hasMessage("a message must not change after it was sent: actor=troupe://box/printer,"
                        + " method=Printer.print(java.util.List<java.lang.String>), argument=1,"
                        + " class=java.util.ArrayList, sender=troupe://box/cashier");
    }
    // end::frozen[]
}
