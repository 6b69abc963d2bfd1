// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sending to groups without waiting. */
@Timeout(60)
class GroupOutletTest {
    private static final ReferenceType<Member> TYPE = ReferenceType.of(Member.class, null);
    private final ManualSystem test = new ManualSystem();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    private Group<Member> group(Overflow overflow) {
        MailboxSpec mailbox = MailboxSpec.bounded(2, overflow);
        Group<Member> group = Group.spawn(
                test.system,
                Member.class,
                3,
                () -> new Member(log),
                ActorOptions.named("m").mailbox(mailbox));
        test.runAll();
        return group;
    }

    private static void fill(Member member) {
        member.say("1");
        member.say("2");
    }

    private static AskMessage<?> name() {
        return (AskMessage<?>) TYPE.newMessage(0, new Object[0]);
    }

    private static TellMessage say(String word) {
        return (TellMessage) TYPE.newMessage(1, new Object[] {word});
    }

    @Test
    void shouldTryMembersInTurn() {
        Group<Member> group = group(Overflow.PACE);
        Outlet outlet = Reference.outletOf(group.roundRobin());
        fill(group.members().get(0));
        TellMessage tell = say("x");
        AskMessage<?> ask = name();

        assertThat(outlet.tryTell(tell)).isEqualTo(Offer.FULL);
        assertThat(outlet.tryTell(tell)).as("the next one").isEqualTo(Offer.ACCEPTED);
        assertThat(outlet.tryAsk(ask)).isEqualTo(Offer.ACCEPTED);
        assertThat(outlet.tryAsk(name())).isEqualTo(Offer.FULL);
        assertThat(test.result(ask)).isEqualTo("m-2");
        assertThat(log).containsExactlyInAnyOrder("m-0 1", "m-0 2", "m-1 x");
        assertThat(outlet.cell()).as("there are several").isNull();
    }

    @Test
    void shouldTryAllMembersWithCopies() {
        Group<Member> group = group(Overflow.PACE);
        assertThat(Reference.outletOf(group.broadcast()).tryTell(say("x"))).isEqualTo(Offer.ACCEPTED);
        test.runAll();

        assertThat(log).containsExactlyInAnyOrder("m-0 x", "m-1 x", "m-2 x");
    }

    @Test
    void shouldGoAtThePaceOfTheSlowestMember() {
        Group<Member> group = group(Overflow.PACE);
        Outlet outlet = Reference.outletOf(group.broadcast());
        fill(group.members().get(1));
        TellMessage tell = say("x");
        assertThat(outlet.tryTell(tell)).isEqualTo(Offer.FULL);
        test.runAll();
        assertThat(log).as("nobody has it").containsExactly("m-1 1", "m-1 2");

        assertThat(outlet.tryTell(tell)).isEqualTo(Offer.ACCEPTED);
        test.runAll();
        assertThat(log).hasSize(5).contains("m-0 x", "m-1 x", "m-2 x");
        assertThat(test.letters).isEmpty();
    }

    @Test
    void shouldReachTheOtherMembersThoughSomeAreFull() {
        Group<Member> group = group(Overflow.FAIL);
        Outlet outlet = Reference.outletOf(group.broadcast());
        fill(group.members().get(0));
        fill(group.members().get(1));
        assertThat(outlet.tryTell(say("x"))).isEqualTo(Offer.ACCEPTED);
        test.runAll();

        assertThat(log).containsExactlyInAnyOrder("m-0 1", "m-0 2", "m-1 1", "m-1 2", "m-2 x");
        assertThat(test.letters)
                .containsExactlyInAnyOrder(
                        new DeadLetter("troupe://test/m-0", "Member.say(String)", Reason.MAILBOX_FULL),
                        new DeadLetter("troupe://test/m-1", "Member.say(String)", Reason.MAILBOX_FULL));
    }

    @Test
    void shouldLeaveTheMessageWithTheCallerWhenAllAreFull() {
        Group<Member> group = group(Overflow.FAIL);
        Outlet outlet = Reference.outletOf(group.broadcast());
        group.members().forEach(GroupOutletTest::fill);
        TellMessage tell = say("x");

        assertThat(outlet.tryTell(tell)).isEqualTo(Offer.FULL);
        assertThat(test.letters).isEmpty();
        outlet.lost(tell);
        assertThat(test.system.deadLetters(Reason.MAILBOX_FULL)).isEqualTo(3);
        Reference.outletOf(group.roundRobin()).lost(tell);
        assertThat(test.system.deadLetters(Reason.MAILBOX_FULL)).isEqualTo(4);
    }

    @Test
    void shouldLoseNothingThoughAPacingMemberGetsFullMeanwhile() {
        Group<Member> group = group(Overflow.PACE);
        Member first = group.members().get(0);
        Outlet outlet = new BroadcastOutlet(
                Member.class,
                List.of(
                        Reference.outletOf(first),
                        new Filling(Reference.outletOf(group.members().get(1)), () -> fill(first))));
        TellMessage next = say("y");
        assertThat(outlet.tryTell(say("x"))).isEqualTo(Offer.ACCEPTED);
        assertThat(outlet.tryTell(next)).as("it must not overtake").isEqualTo(Offer.FULL);
        test.runAll();

        assertThat(log).containsExactlyInAnyOrder("m-0 1", "m-0 2", "m-0 x", "m-1 x");
        assertThat(log.indexOf("m-0 x")).isGreaterThan(log.indexOf("m-0 2"));
        assertThat(test.letters).isEmpty();
        test.system.stop(first);
        test.runAll();
        assertThat(outlet.tryTell(next)).as("nothing waits any more").isEqualTo(Offer.ACCEPTED);
    }

    /** Does something else first. */
    private record Filling(Outlet target, Runnable before) implements Outlet {
        @Override
        public Offer tryTell(TellMessage message) {
            before.run();
            return target.tryTell(message);
        }

        @Override
        public void tell(TellMessage message) {
            throw new AssertionError("would wait");
        }

        @Override
        public <T> Promise<T> ask(AskMessage<T> message) {
            throw new AssertionError();
        }

        @Override
        public String address() {
            return target.address();
        }

        @Override
        public CallbackExecutor outsideExecutor() {
            return target.outsideExecutor();
        }
    }

    @Test
    void shouldRefuseToAskAllMembers() {
        AskMessage<?> ask = name();
        assertThat(Reference.outletOf(group(Overflow.FAIL).broadcast()).tryAsk(ask))
                .isEqualTo(Offer.ACCEPTED);

        assertThatThrownBy(() -> test.result(ask)).hasMessageContaining("Group.all");
    }

    static class Member extends Actor<Member> {
        private final List<String> log;

        Member(List<String> log) {
            this.log = log;
        }

        private String own() {
            return context().address().substring(context().address().lastIndexOf('/') + 1);
        }

        public Promise<String> name() {
            return Promise.of(own());
        }

        public void say(String word) {
            log.add(own() + " " + word);
        }
    }
}
