// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.Scripted;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CombinedException;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupTest {
    private final ManualSystem test = new ManualSystem();
    private final List<String> log = new ArrayList<>();
    private final List<CompletablePromise<String>> gates = new ArrayList<>();
    private final Group<Member> group = spawn(ActorOptions.named("m"));

    private Group<Member> spawn(ActorOptions options) {
        return Group.spawn(test.system, Member.class, 3, () -> new Member(log, gates), options);
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldSendToMembersInTurn() {
        IntStream.range(0, 6).forEach(i -> group.roundRobin().say("x" + i));
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            names.add(test.result(group.roundRobin().name()));
        }

        assertThat(log).containsExactlyInAnyOrder("m-0 x0", "m-1 x1", "m-2 x2", "m-0 x3", "m-1 x4", "m-2 x5");
        assertThat(names).containsExactly("m-0", "m-1", "m-2", "m-0", "m-1", "m-2");
        assertThat(IntStream.range(0, 4).mapToObj(i -> group.next()))
                .startsWith(group.members().toArray(Member[]::new));
    }

    @Test
    void shouldSendATellToAllMembers() {
        group.broadcast().say("x");
        test.runAll();

        assertThat(log).containsExactlyInAnyOrder("m-0 x", "m-1 x", "m-2 x");
    }

    @Test
    void shouldRefuseAnAskToAllMembers() {
        assertThatThrownBy(() -> test.result(group.broadcast().name()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Group.all");
    }

    @Test
    void shouldReachTheOtherMembersThoughOneIsFull() {
        Group<Member> bounded = spawn(ActorOptions.named("b").mailbox(MailboxSpec.bounded(2, Overflow.FAIL)));
        test.runAll();
        bounded.members().get(1).say("1");
        bounded.members().get(1).say("2");

        assertThatThrownBy(() -> bounded.broadcast().say("x")).isInstanceOf(MailboxFullException.class);
        test.runAll();
        assertThat(log).containsExactlyInAnyOrder("b-1 1", "b-1 2", "b-0 x", "b-2 x");
    }

    @Test
    void shouldChooseTheSameMemberForTheSameKey() {
        Set<Member> used = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            assertThat(group.keyed("key" + i)).isSameAs(group.keyed("key" + i));
            used.add(group.keyed("key" + i));
        }

        assertThat(used).hasSize(3);
    }

    @Test
    void shouldCollectTheAnswersOfAllInTheirOrder() {
        assertThat(test.result(group.all(Member::name))).containsExactly("m-0", "m-1", "m-2");
    }

    @Test
    void shouldFailAllWhenAMemberHasStopped() {
        test.result(test.system.stop(group.members().get(1)));

        assertThatThrownBy(() -> test.result(group.all(Member::name)))
                .isInstanceOf(CombinedException.class)
                .hasMessageContaining("failed=1, of=3")
                .hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldSettleOrderedResultsInTheOrderOfTheCalls() {
        List<String> settled = new ArrayList<>();
        inActor(() -> {
            for (int i = 0; i < 3; i++) {
                group.ordered(Member::gate)
                        .onComplete((value, failure) -> settled.add(value == null ? failure.getMessage() : value));
            }
        });
        gates.get(2).complete("third");
        gates.get(1).fail(new IllegalStateException("second"));
        test.runAll();
        assertThat(settled).isEmpty();
        gates.get(0).complete("first");
        test.runAll();

        assertThat(settled).containsExactly("first", "second", "third");
    }

    @Test
    void shouldGoOnWithOrderedCallsThoughACallersActorHasStopped() {
        List<Promise<String>> ofTheGone = new ArrayList<>();
        Member caller = inActor(() -> ofTheGone.add(group.ordered(Member::gate)));
        Promise<String> next = group.ordered(Member::gate);
        test.runAll();
        test.result(test.system.stop(caller));
        gates.get(0).complete("first");
        gates.get(1).complete("second");

        assertThat(test.result(next)).isEqualTo("second");
        assertThat(ofTheGone.get(0).isSettled()).isTrue();
    }

    @Test
    void shouldKeepTheOrderBehindAnOrderedResultThatWasCancelled() {
        Promise<String> first = group.ordered(Member::gate);
        group.ordered(Member::name).cancel();
        Promise<String> third = group.ordered(Member::name);
        test.runAll();
        assertThat(third.isSettled()).as("settled before the first").isFalse();
        gates.get(0).complete("first");

        assertThat(test.result(first)).isEqualTo("first");
        assertThat(test.result(third)).isEqualTo("m-2");
    }

    @Test
    void shouldGoOnWithOrderedCallsBehindOneThatHasMadeNoPromise() {
        assertThatThrownBy(() -> group.ordered(member -> null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("promise of the call");

        assertThat(test.result(group.ordered(Member::name))).isEqualTo("m-1");
    }

    @Test
    void shouldSettleManyOrderedResultsBehindASlowOne() {
        group.ordered(Member::gate);
        Promise<String> last = group.ordered(Member::name);
        for (int i = 0; i < 100_000; i++) {
            last = group.ordered(Member::name);
        }
        test.runAll();
        gates.get(0).complete("slow");

        assertThat(test.result(last)).startsWith("m-");
    }

    @Test
    void shouldStopAllMembers() {
        group.stop();
        test.runAll();

        assertThat(group.members()).allMatch(member -> ActorControl.of(member).isStopped());
        assertThat(group.size()).isEqualTo(3);
        assertThat(group).hasToString("Group[Member x 3]");
    }

    @Test
    void shouldStopTheMembersSoFarWhenALaterOneIsRefused() {
        test.spawn("n-2");

        assertThatThrownBy(() -> spawn(ActorOptions.named("n")))
                .isInstanceOf(SpawnRefusedException.class)
                .hasMessageContaining("name=n-2");
        test.runAll();
        assertThat(test.system.find("n-0", Member.class)).isEmpty();
        assertThat(test.system.find("n-1", Member.class)).isEmpty();
        assertThat(test.system.find("n-2", Scripted.class)).isPresent();
        assertThat(test.system.actors())
                .as("the group of all tests, and the actor in the way")
                .isEqualTo(4);
    }

    @Test
    void shouldStopTheMembersSoFarWhenAFactoryIsMissing() {
        assertThatThrownBy(() -> Group.spawnIndexed(
                        test.system,
                        Member.class,
                        2,
                        index -> {
                            if (index == 1) {
                                throw new IllegalStateException("on purpose");
                            }
                            return () -> new Member(log, gates);
                        },
                        ActorOptions.defaults()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("on purpose");
        test.runAll();
        assertThat(test.system.actors()).isEqualTo(3);
    }

    @Test
    void shouldRefuseWhatNeedsOneActor() {
        assertThatThrownBy(() -> test.system.watch(group.roundRobin()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not to a group");
        assertThatThrownBy(() -> Group.spawn(test.system, Member.class, 0, () -> new Member(log, gates)))
                .hasMessageContaining("size=0");
    }

    private Member inActor(Runnable code) {
        Member actor = test.system.spawn(Member.class, () -> new Member(log, gates));
        actor.run(code);
        test.runAll();
        return actor;
    }

    static class Member extends Actor<Member> {
        private final List<String> log;
        private final List<CompletablePromise<String>> gates;

        Member(List<String> log, List<CompletablePromise<String>> gates) {
            this.log = log;
            this.gates = gates;
        }

        private String own() {
            return context().address().substring(context().address().lastIndexOf('/') + 1);
        }

        public void run(Runnable code) {
            code.run();
        }

        public void say(String word) {
            log.add(own() + " " + word);
        }

        public Promise<String> name() {
            return Promise.of(own());
        }

        public Promise<String> gate() {
            CompletablePromise<String> gate = new CompletablePromise<>();
            gates.add(gate);
            return gate;
        }
    }
}
