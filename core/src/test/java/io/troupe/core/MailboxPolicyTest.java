// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MailboxPolicyTest {
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldHoldItsBoundExactly() {
        Scripted a = spawn(MailboxSpec.bounded(1_000, Overflow.DROP_NEWEST));
        for (int i = 0; i < 100_000; i++) {
            a.say("x");
        }

        assertThat(ActorControl.of(a).depth(1_000_000)).isEqualTo(1_000);
        assertThat(test.system.deadLetters(Reason.MAILBOX_FULL)).isEqualTo(99_000);
        test.runAll();
        assertThat(test.log).hasSize(1_002);
    }

    @Test
    void shouldFailCallsToAFullMailbox() {
        Scripted a = spawn(MailboxSpec.bounded(2, Overflow.FAIL));
        a.say("1");
        a.say("2");
        Promise<String> ask = a.echo("3");

        assertThatThrownBy(() -> a.say("4"))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("actor=troupe://test/a")
                .hasMessageContaining("capacity=2, policy=FAIL");
        assertThat(ask.isFailed()).isTrue();
        assertThatThrownBy(() -> test.result(ask)).isInstanceOf(MailboxFullException.class);
        assertThat(test.log).endsWith("a 1", "a 2");
    }

    @Test
    void shouldDropTheNewestAndTellItsCaller() {
        Scripted a = spawn(MailboxSpec.bounded(2, Overflow.DROP_NEWEST));
        a.say("1");
        a.say("2");
        a.say("3");
        Promise<String> ask = a.echo("4");
        assertThatThrownBy(() -> test.result(ask)).isInstanceOf(MailboxFullException.class);

        assertThat(test.log).endsWith("a 1", "a 2");
        assertThat(test.system.deadLetters(Reason.MAILBOX_FULL)).isEqualTo(1);
    }

    @Test
    void shouldDropTheOldestAndTellItsCaller() {
        Scripted a = spawn(MailboxSpec.bounded(2, Overflow.DROP_OLDEST));
        Promise<String> oldest = a.echo("1");
        a.say("2");
        a.say("3");
        a.say("4");

        assertThatThrownBy(() -> test.result(oldest)).isInstanceOf(MailboxFullException.class);
        assertThat(test.log).endsWith("a starts", "a 3", "a 4");
        assertThat(test.system.deadLetters(Reason.DISPLACED)).isEqualTo(1);
    }

    @Test
    void shouldKeepTheLatestOfEachKey() {
        Scripted a = spawn(MailboxSpec.latestByKey(2, message -> ((String) ((Call) message).arguments()[0]).charAt(0)));
        a.say("k1");
        Promise<String> replaced = a.echo("l1");
        a.say("k2");
        a.say("l2");
        assertThatThrownBy(() -> a.say("m1")).isInstanceOf(MailboxFullException.class);

        assertThatThrownBy(() -> test.result(replaced)).isInstanceOf(MailboxFullException.class);
        assertThat(test.log).endsWith("a k2", "a l2");
        assertThat(test.system.deadLetters(Reason.DISPLACED)).isEqualTo(1);
    }

    @Test
    void shouldFindKeysByMethodAndArguments() {
        Scripted a = test.spawn(
                ActorOptions.named("a").latestByKey(2, (method, arguments) -> method.name() + arguments.get(0)));
        a.say("k");
        a.say("k");
        Promise<String> other = a.echo("k");

        assertThat(test.result(other)).isEqualTo("k");
        assertThat(test.log.stream().filter("a k"::equals))
                .as("one tell, and the ask of another method")
                .hasSize(2);
        assertThat(test.system.deadLetters(Reason.DISPLACED)).isEqualTo(1);
    }

    @Test
    void shouldSlowDownASendingActorWithoutLosingAnything() {
        Scripted a = spawn(MailboxSpec.bounded(4, Overflow.PACE));
        Scripted sender = test.spawn("sender");
        List<Promise<String>> asks = new ArrayList<>();
        sender.tell(me -> {
            for (int i = 0; i < 50; i++) {
                asks.add(a.echo("m" + i));
            }
        });
        sender.say("waits until all is sent");
        for (int i = 0; i < 8; i++) {
            test.manual.runNext();
        }
        assertThat(ActorControl.of(a).depth(1_000)).isLessThanOrEqualTo(4);
        assertThat(test.log).doesNotContain("sender waits until all is sent");
        test.runAll();

        assertThat(asks).hasSize(50).allMatch(Promise::isFulfilled);
        assertThat(test.log.stream().filter(line -> line.startsWith("a m") && !line.equals("a made")))
                .hasSize(50)
                .startsWith("a m0", "a m1", "a m2")
                .endsWith("a m49");
        assertThat(test.log).contains("sender waits until all is sent");
    }

    @Test
    void shouldSlowDownAnOutsideThread() throws InterruptedException {
        try (ActorSystem system = ActorSystem.start("paced")) {
            List<String> log = new ArrayList<>();
            Scripted a = system.spawn(
                    Scripted.class,
                    () -> new Scripted(log),
                    ActorOptions.named("a").mailbox(MailboxSpec.bounded(8, Overflow.PACE)));
            Thread sender = new Thread(() -> {
                for (int i = 0; i < 10_000; i++) {
                    a.say("x");
                    assertThat(ActorControl.of(a).depth(1_000)).isLessThanOrEqualTo(8);
                }
            });
            sender.start();
            sender.join();
            a.echo("last").await(LONG);

            assertThat(log).hasSize(10_003);
        }
    }

    @Test
    void shouldAnswerActorsThatWaitForRoomInEachOther() {
        MailboxSpec paced = MailboxSpec.bounded(2, Overflow.PACE);
        Scripted a = test.spawn(ActorOptions.named("a").mailbox(paced));
        Scripted b = test.spawn(ActorOptions.named("b").mailbox(paced));
        List<Promise<String>> asks = new ArrayList<>();
        test.runAll();
        a.tell(me -> flood(b, asks));
        b.tell(me -> flood(a, asks));
        test.runAll();

        assertThat(asks).hasSize(20).allMatch(Promise::isFulfilled);
        assertThat(test.result(a.echo("a goes on"))).isEqualTo("a goes on");
        assertThat(test.result(b.echo("b goes on"))).isEqualTo("b goes on");
    }

    private static void flood(Scripted target, List<Promise<String>> asks) {
        for (int i = 0; i < 10; i++) {
            asks.add(target.echo("m" + i));
        }
    }

    @Test
    void shouldTellThePacedSenderWhenTheTargetStops() {
        Scripted a = spawn(MailboxSpec.bounded(2, Overflow.PACE));
        Scripted sender = test.spawn("sender");
        List<Promise<String>> asks = new ArrayList<>();
        test.runAll();
        a.tell(me -> me.inside().stop());
        sender.tell(me -> flood(a, asks));
        test.runAll();

        assertThat(asks).hasSize(10).allMatch(Promise::isFailed);
        assertThatThrownBy(() -> asks.get(9).await(LONG)).isInstanceOf(ActorStoppedException.class);
        assertThat(test.result(sender.echo("free again"))).isEqualTo("free again");
    }

    private Scripted spawn(MailboxSpec mailbox) {
        return test.spawn(ActorOptions.named("a").mailbox(mailbox));
    }
}
