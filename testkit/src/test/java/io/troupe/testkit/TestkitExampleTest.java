// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.fault.Faults;
import java.time.Duration;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** How tests of actors look. */
class TestkitExampleTest {

    public interface Printer {
        void print(String text);
    }

    public interface Directory {
        Promise<String> nameOf(int id);
    }

    public static class Greeter extends Actor<Greeter> {
        private final Directory directory;
        private final Printer printer;

        Greeter(Directory directory, Printer printer) {
            this.directory = directory;
            this.printer = printer;
        }

        public void greet(int id) {
            directory
                    .nameOf(id)
                    .timeout(Duration.ofSeconds(2))
                    .recover(failure -> "stranger")
                    .then(name -> printer.print("Hello " + name));
        }

        public void remind(int id, Duration delay) {
            context().after(delay, () -> greet(id));
        }
    }

    @Test
    void shouldGreetByName() {
        try (TestSystem test = TestSystem.manual()) {
            Probe<Directory> directory = test.probe(Directory.class).answer("nameOf", "Ada");
            Probe<Printer> printer = test.probe(Printer.class);
            Greeter greeter = test.spawn(Greeter.class, () -> new Greeter(directory.ref(), printer.ref()));

            greeter.greet(1);

            directory.expectCall("nameOf", 1);
            printer.expectCall("print", "Hello Ada");
            printer.expectNoCall();
        }
    }

    @Test
    void shouldGreetAStrangerWhenTheDirectoryIsSilent() {
        try (TestSystem test = TestSystem.manual()) {
            Probe<Directory> directory = test.probe(Directory.class); // no answer: the call stays pending
            Probe<Printer> printer = test.probe(Printer.class);
            Greeter greeter = test.spawn(Greeter.class, () -> new Greeter(directory.ref(), printer.ref()));

            greeter.greet(1);

            printer.expectNoCall(Duration.ofMillis(1999));
            test.advance(Duration.ofMillis(1));
            printer.expectCall("print", "Hello stranger");
        }
    }

    @Test
    void shouldRemindAtItsTime() {
        try (TestSystem test = TestSystem.manual()) {
            Probe<Directory> directory = test.probe(Directory.class).answer("nameOf", "Ada");
            Probe<Printer> printer = test.probe(Printer.class);
            Greeter greeter = test.spawn(Greeter.class, () -> new Greeter(directory.ref(), printer.ref()));

            greeter.remind(1, Duration.ofDays(1));

            printer.expectNoCall(Duration.ofHours(23));
            printer.awaitCall(Duration.ofHours(1));
        }
    }

    @Test
    void shouldGreetAStrangerWhenTheDirectoryFails() {
        try (TestSystem test = TestSystem.manual()) {
            Probe<Directory> directory = test.probe(Directory.class).answer("nameOf", "Ada");
            Probe<Printer> printer = test.probe(Printer.class);
            Faults faults = Faults.inject().onCall(2).fail(IllegalStateException::new);
            Directory flaky = faults.wrap(directory.ref(), Directory.class);
            Greeter greeter = test.spawn(Greeter.class, () -> new Greeter(flaky, printer.ref()));

            greeter.greet(1);
            greeter.greet(2);

            printer.expectCall("print", "Hello Ada");
            printer.expectCall("print", "Hello stranger");
            Assertions.assertThat(faults.failed()).isEqualTo(1);
        }
    }

    @Test
    void shouldGreetOnceInEveryInterleaving() {
        TestSystem.forSeeds(200, seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Probe<Directory> directory = test.probe(Directory.class).answer("nameOf", "Ada");
                Probe<Printer> printer = test.probe(Printer.class);
                Greeter greeter = test.spawn(Greeter.class, () -> new Greeter(directory.ref(), printer.ref()));

                greeter.greet(1);
                greeter.greet(2);

                printer.expectCall("print", "Hello Ada");
                printer.expectCall("print", "Hello Ada");
                printer.expectNoCall();
            }
        });
    }

    @Test
    void shouldGreetOnThreads() {
        try (TestSystem test = TestSystem.real()) {
            Probe<Directory> directory = test.probe(Directory.class).answer("nameOf", "Ada");
            Probe<Printer> printer = test.probe(Printer.class);
            Greeter greeter = test.spawn(Greeter.class, () -> new Greeter(directory.ref(), printer.ref()));

            greeter.greet(1);

            printer.expectCall("print", "Hello Ada");
            test.assertThatActor(greeter).isRunning().drains();
        }
    }
}
