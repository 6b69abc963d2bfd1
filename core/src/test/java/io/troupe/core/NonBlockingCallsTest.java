// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.group.Group;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.RoomWaiters;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NonBlockingCallsTest {
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    private Scripted spawn(String name, MailboxSpec mailbox) {
        Scripted actor = test.spawn(ActorOptions.named(name).mailbox(mailbox));
        test.runAll();
        test.log.clear();
        return actor;
    }

    private static MailboxSpec bounded(Overflow overflow) {
        return MailboxSpec.bounded(2, overflow);
    }

    @Test
    void shouldSendWhatThereIsRoomForAndRefuseTheRestWithoutAnyEffect() {
        List<MailboxSpec> kinds =
                List.of(bounded(Overflow.PACE), bounded(Overflow.FAIL), MailboxSpec.latestByKey(2, message -> message));
        for (int i = 0; i < kinds.size(); i++) {
            Scripted a = spawn("a" + i, kinds.get(i));
            assertThat(NonBlockingCalls.tryCall(() -> a.say("1"))).isTrue();
            Optional<Promise<String>> second = NonBlockingCalls.tryAsk(() -> a.echo("2"));
            assertThat(NonBlockingCalls.tryCall(() -> a.say("3"))).isFalse();
            assertThat(NonBlockingCalls.tryAsk(() -> a.echo("4"))).isEmpty();
            Promise<Void> room = NonBlockingCalls.whenRoom(a);
            assertThat(room.isSettled()).isFalse();
            test.runAll();

            assertThat(test.log).containsExactly("a" + i + " 1", "a" + i + " 2");
            assertThat(test.result(second.orElseThrow())).isEqualTo("2");
            assertThat(room.isFulfilled()).isTrue();
            assertThat(NonBlockingCalls.tryCall(() -> a.say("5"))).isTrue();
            assertThat(test.letters).isEmpty();
        }
    }

    @Test
    void shouldNotMakeAnActorWaitThatOnlyTries() {
        Scripted a = spawn("a", bounded(Overflow.PACE));
        Scripted sender = spawn("sender", MailboxSpec.unbounded());
        List<Boolean> sent = new ArrayList<>();
        a.say("1");
        sender.tell(me -> {
            for (int i = 2; i < 5; i++) {
                String word = "" + i;
                sent.add(NonBlockingCalls.tryCall(() -> a.say(word)));
            }
            NonBlockingCalls.whenRoom(a).then(room -> sent.add(NonBlockingCalls.tryCall(() -> a.say("after"))));
        });
        sender.say("not held");
        for (int i = 0; i < 4; i++) {
            test.manual.runNext();
        }
        assertThat(test.log).contains("sender not held");
        test.runAll();

        assertThat(sent.get(sent.size() - 1)).isTrue();
        assertThat(test.log).endsWith("a after");
    }

    @Test
    void shouldTellOfTheEndAsUsual() {
        Scripted a = spawn("a", bounded(Overflow.PACE));
        a.tell(me -> me.inside().stop());
        a.say("2");
        Promise<Void> room = NonBlockingCalls.whenRoom(a);
        test.runAll();

        assertThat(room.isFulfilled()).isTrue();
        assertThat(NonBlockingCalls.tryCall(() -> a.say("3"))).isTrue();
        assertThat(test.letters).hasSize(2);
        assertThat(NonBlockingCalls.whenRoom(a).isFulfilled()).isTrue();
    }

    @Test
    void shouldSendToAllOfAGroupOrNone() {
        Group<Scripted> group = group();
        Scripted all = group.broadcast();
        group.members().get(1).say("1");
        assertThat(NonBlockingCalls.tryCall(() -> all.say("2"))).isTrue();
        assertThat(NonBlockingCalls.tryCall(() -> all.say("3"))).isFalse();
        Promise<Void> room = NonBlockingCalls.whenRoom(all);
        assertThat(room.isSettled()).isFalse();
        test.runAll();

        assertThat(room.isFulfilled()).isTrue();
        assertThat(test.log).hasSize(3);
    }

    private Group<Scripted> group() {
        Group<Scripted> group = Group.spawn(
                test.system,
                Scripted.class,
                2,
                () -> new Scripted(test.log),
                ActorOptions.defaults().mailbox(bounded(Overflow.PACE)));
        test.runAll();
        test.log.clear();
        return group;
    }

    @Test
    void shouldTellWhenOneOfAGroupHasRoom() {
        Scripted one = group().roundRobin();
        for (int i = 0; i < 4; i++) {
            assertThat(NonBlockingCalls.tryCall(() -> one.say("x"))).isTrue();
        }
        assertThat(NonBlockingCalls.tryCall(() -> one.say("x"))).isFalse();
        Promise<Void> room = NonBlockingCalls.whenRoom(one);
        assertThat(room.isSettled()).isFalse();
        test.runAll();
        assertThat(room.isFulfilled()).isTrue();
    }

    @Test
    void shouldLeaveNothingAtTheTargetWhenNobodyWaitsForRoomAnyMore() {
        List<Scripted> targets = new ArrayList<>();
        targets.add(spawn("a", bounded(Overflow.PACE)));
        Group<Scripted> group = group();
        targets.add(group.broadcast());
        targets.add(group.roundRobin());
        List<RoomWaiters> waiters = new ArrayList<>();
        List.of(targets.get(0), group.members().get(0), group.members().get(1)).forEach(full -> {
            full.say("1");
            full.say("2");
            waiters.add(Reference.outletOf(full).cell().mailbox().waiters());
        });
        for (Scripted target : targets) {
            Promise<Void> cancelled = NonBlockingCalls.whenRoom(target);
            Promise<Void> overdue = NonBlockingCalls.whenRoom(target).timeout(Duration.ofMillis(1));
            assertThat(waiters).anyMatch(line -> !line.isEmpty());
            cancelled.cancel();
            test.clock.advance(Duration.ofMillis(1));

            assertThat(overdue.isFailed()).isTrue();
            assertThat(waiters).allMatch(RoomWaiters::isEmpty);
        }
    }

    @Test
    void shouldSayThatACallMustReturnItsPromise() {
        assertThatThrownBy(() -> NonBlockingCalls.tryAsk(() -> null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("must return its promise: returned=null");
    }

    @Test
    void shouldNotHideWhatTheCodeThrows() {
        assertThatThrownBy(() -> NonBlockingCalls.tryCall(() -> {
                    throw new IllegalStateException("own");
                }))
                .hasMessage("own");
        assertThatThrownBy(() -> NonBlockingCalls.whenRoom("no reference"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
