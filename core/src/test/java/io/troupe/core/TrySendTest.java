// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sending without waiting, as links do. */
@Timeout(60)
class TrySendTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final ReferenceType<Scripted> TYPE = ReferenceType.of(Scripted.class, null);
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    private static Object message(String method, String argument) {
        int index = IntStream.range(0, TYPE.methods().size())
                .filter(i -> TYPE.methods().get(i).name().equals(method))
                .findFirst()
                .orElseThrow();
        return TYPE.newMessage(index, new Object[] {argument});
    }

    private static TellMessage say(String word) {
        return (TellMessage) message("say", word);
    }

    private static AskMessage<?> echo(String word) {
        return (AskMessage<?>) message("echo", word);
    }

    private Outlet full(MailboxSpec mailbox) {
        Scripted a = test.spawn(ActorOptions.named("a").mailbox(mailbox));
        test.runAll();
        a.say("1");
        a.say("2");
        return Reference.outletOf(a);
    }

    private void assertFull(Outlet outlet) {
        TellMessage tell = say("tell");
        AskMessage<?> ask = echo("ask");
        assertThat(outlet.tryTell(tell)).isEqualTo(Offer.FULL);
        assertThat(outlet.tryAsk(ask)).isEqualTo(Offer.FULL);
        assertThat(ask.isSettled()).isFalse();
        assertThat(test.letters).isEmpty();
        test.runAll();
        assertThat(test.log).as("nothing was kept").endsWith("a 1", "a 2");

        assertThat(outlet.tryTell(tell)).isEqualTo(Offer.ACCEPTED);
        assertThat(outlet.tryAsk(ask)).isEqualTo(Offer.ACCEPTED);
        assertThat(test.result(ask)).isEqualTo("ask");
        assertThat(test.log).endsWith("a tell", "a ask");
    }

    @Test
    void shouldDeliverWhatIsAccepted() {
        Outlet outlet = Reference.outletOf(test.spawn("a"));
        AskMessage<?> ask = echo("x");

        assertThat(outlet.tryTell(say("hello"))).isEqualTo(Offer.ACCEPTED);
        assertThat(outlet.tryAsk(ask)).isEqualTo(Offer.ACCEPTED);
        assertThat(outlet.cell()).isNotNull();
        assertThat(outlet.cell().depth(10)).isEqualTo(2);
        assertThat(test.result(ask)).isEqualTo("x");
        assertThat(test.log).endsWith("a hello", "a x");
    }

    @Test
    void shouldLeaveTheMessageWithTheCallerWhenAPacingMailboxIsFull() {
        assertFull(full(MailboxSpec.bounded(2, Overflow.PACE)));
    }

    @Test
    void shouldLeaveTheMessageWithTheCallerWhenAFailingMailboxIsFull() {
        assertFull(full(MailboxSpec.bounded(2, Overflow.FAIL)));
    }

    @Test
    void shouldLeaveTheMessageWithTheCallerWhenAMailboxIsFullOfOtherKeys() {
        assertFull(full(MailboxSpec.latestByKey(2, message -> message)));
    }

    @Test
    void shouldNotMakeATurnWaitForAPacingMailbox() {
        Outlet outlet = full(MailboxSpec.bounded(2, Overflow.PACE));
        Scripted sender = test.spawn("sender");
        List<Offer> outcomes = new ArrayList<>();
        test.runAll();
        sender.tell(me -> {
            outcomes.add(outlet.tryTell(say("3")));
            outcomes.add(outlet.tryAsk(echo("4")));
            outcomes.add(outlet.tryTell(say("tell")));
            outcomes.add(outlet.tryAsk(echo("ask")));
        });
        sender.say("not held back");
        test.runAll();

        assertThat(outcomes).containsExactly(Offer.ACCEPTED, Offer.ACCEPTED, Offer.FULL, Offer.FULL);
        assertThat(test.log).contains("a 3", "a 4", "sender not held back").doesNotContain("a tell", "a ask");
    }

    @Test
    void shouldReportWhatAFullMailboxDrops() {
        Outlet outlet = full(MailboxSpec.bounded(2, Overflow.DROP_NEWEST));
        AskMessage<?> ask = echo("ask");
        assertThat(outlet.tryTell(say("tell"))).isEqualTo(Offer.DROPPED);
        assertThat(outlet.tryAsk(ask)).isEqualTo(Offer.DROPPED);

        assertThat(test.letters)
                .containsExactly(new DeadLetter("troupe://test/a", "Scripted.say(String)", Reason.MAILBOX_FULL));
        assertThatThrownBy(() -> test.result(ask)).isInstanceOf(MailboxFullException.class);
        assertThat(test.log).endsWith("a 1", "a 2");
    }

    @Test
    void shouldReportWhatAFullMailboxDropsForTheNewMessage() {
        Outlet outlet = full(MailboxSpec.bounded(2, Overflow.DROP_OLDEST));
        assertThat(outlet.tryTell(say("tell"))).isEqualTo(Offer.ACCEPTED);
        test.runAll();

        assertThat(test.system.deadLetters(Reason.DISPLACED)).isEqualTo(1);
        assertThat(test.log).endsWith("a 2", "a tell");
    }

    @Test
    void shouldReportWhatASenderGivesUp() {
        Outlet outlet = full(MailboxSpec.bounded(2, Overflow.PACE));
        TellMessage tell = say("tell");
        assertThat(outlet.tryTell(tell)).isEqualTo(Offer.FULL);
        outlet.lost(tell);

        assertThat(test.letters)
                .containsExactly(new DeadLetter("troupe://test/a", "Scripted.say(String)", Reason.MAILBOX_FULL));
    }

    @Test
    void shouldTellOfCallsToAStoppedActorAsUsual() {
        for (MailboxSpec mailbox : List.of(MailboxSpec.unbounded(), MailboxSpec.bounded(2, Overflow.PACE))) {
            Scripted a = test.spawn(ActorOptions.named("a").mailbox(mailbox));
            test.result(test.system.stop(a));
            Outlet outlet = Reference.outletOf(a);
            AskMessage<?> ask = echo("ask");

            assertThat(outlet.tryTell(say("tell"))).isEqualTo(Offer.CLOSED);
            assertThat(outlet.tryAsk(ask)).isEqualTo(Offer.CLOSED);
            assertThatThrownBy(() -> test.result(ask)).isInstanceOf(ActorStoppedException.class);
            assertThat(test.letters)
                    .containsExactly(new DeadLetter(
                            "troupe://test/a", "Scripted.say(String)", Reason.STOPPED, EndReason.STOPPED, null));
            test.letters.clear();
        }
    }

    @Test
    void shouldGoByTheTargetsDeadlineUnlessTheCallHasOne() {
        Outlet outlet = Reference.outletOf(test.spawn(ActorOptions.named("a").askTimeout(LIMIT)));
        AskMessage<?> without = echo("without");
        AskMessage<?> with = echo("with");
        AskMessage<?> endless = echo("endless");
        with.inherit(outlet.outsideExecutor(), LIMIT.multipliedBy(2).toNanos());
        endless.inherit(outlet.outsideExecutor(), 0);
        outlet.tryAsk(without);
        outlet.tryAsk(with);
        outlet.tryAsk(endless);
        assertThat(with.left()).isEqualTo(LIMIT.multipliedBy(2).toNanos());
        assertThat(without.left()).isEqualTo(LIMIT.toNanos());
        assertThat(endless.isLimited()).isFalse();

        test.clock.advance(LIMIT);
        assertThat(without.isFailed()).isTrue();
        assertThat(with.isSettled()).isFalse();
        assertThat(with.left()).isEqualTo(LIMIT.toNanos());
        test.clock.advance(LIMIT);
        assertThatThrownBy(() -> test.result(with)).isInstanceOf(CallTimeoutException.class);
        assertThat(test.result(endless)).isEqualTo("endless");
    }

    @Test
    void shouldCountTheDeadlineFromTheFirstAttempt() {
        Outlet outlet = full(MailboxSpec.bounded(2, Overflow.PACE));
        AskMessage<?> ask = echo("ask");
        ask.inherit(outlet.outsideExecutor(), LIMIT.toNanos());
        outlet.tryAsk(ask);
        test.clock.advance(LIMIT);

        assertThatThrownBy(() -> test.result(ask)).isInstanceOf(CallTimeoutException.class);
    }
}
