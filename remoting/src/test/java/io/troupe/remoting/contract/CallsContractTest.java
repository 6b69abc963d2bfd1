// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tells, asks, their order, and how methods are found. */
class CallsContractTest extends RemotingContract {
    private static final int MANY = 1000;

    public static class Desk extends Actor<Desk> {
        private final List<String> taken = new ArrayList<>();

        public void put(int n) {
            taken.add("int " + n);
        }

        public void put(String text) {
            taken.add("text " + text);
        }

        public void put(String text, int times) {
            taken.add("text " + text.repeat(times));
        }

        public void put(List<String> texts) {
            taken.add("texts " + texts);
        }

        public Promise<List<String>> taken() {
            return Promise.of(List.copyOf(taken));
        }

        public Promise<Void> clear() {
            taken.clear();
            return Promise.done();
        }

        public Promise<Integer> fail(String how) throws Exception {
            switch (how) {
                case "checked" -> throw new IOException("no disk");
                case "unchecked" -> throw new IllegalStateException("no state");
                case "error" -> throw new AssertionError("no way");
                case "silent" -> throw new IllegalStateException();
                case "no text" -> throw new Unspeakable();
                default -> {
                    return Promise.failed(new IOException("later"));
                }
            }
        }

        public Promise<Void> hold() {
            context().holdUntil(new CompletablePromise<>());
            return Promise.done();
        }

        public Promise<Integer> never() {
            return new CompletablePromise<>();
        }

        public void crash(String text) {
            throw new IllegalStateException(text);
        }
    }

    /** Fails again when it is asked what it is. */
    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("asked");
        }
    }

    /** What a client may know of a desk. */
    public interface Slot {
        void put(int n);

        Promise<List<String>> taken();
    }

    /** Believes that a method without a result had one, and the other way round. */
    public interface Odd {
        Promise<Void> put(int n);

        void clear();

        Promise<List<String>> taken();
    }

    public interface Box<T> {
        void store(T value);

        Promise<T> load();

        default Promise<String> describe() {
            return load().map(value -> "holds " + value);
        }
    }

    public interface TextBox extends Box<String> {}

    public static class BoxActor extends Actor<TextBox> implements TextBox {
        private String held = "";

        @Override
        public void store(String value) {
            held = value;
        }

        @Override
        public Promise<String> load() {
            return Promise.of(held);
        }
    }

    public static class Log extends Actor<Log> {
        private final List<String> entries = new ArrayList<>();

        public void add(String sender, int n) {
            entries.add(sender + " " + n);
        }

        public Promise<List<String>> entries() {
            return Promise.of(List.copyOf(entries));
        }
    }

    public static class Talker extends Actor<Talker> {
        public Promise<Void> talk(String name, int count, Log first, Log second) {
            for (int i = 0; i < count; i++) {
                first.add(name, i);
                second.add(name, i);
            }
            return Promise.done();
        }
    }

    private Desk desk() {
        return pair.remote(Desk.class, pair.there.system.spawn(Desk.class, Desk::new));
    }

    @Test
    void shouldBringTellsInOrderBeforeTheAskBehindThem() {
        Desk desk = desk();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            desk.put(i);
            expected.add("int " + i);
        }
        assertThat(await(desk.taken())).isEqualTo(expected);
    }

    @Test
    void shouldAnswerManyAsksAtOnceEachWithItsResult() {
        Desk desk = desk();
        List<Promise<List<String>>> answers = new ArrayList<>();
        for (int i = 0; i < MANY / 10; i++) {
            desk.put(i);
            answers.add(desk.taken());
        }
        for (int i = 0; i < answers.size(); i++) {
            assertThat(await(answers.get(i))).hasSize(i + 1).endsWith("int " + i);
        }
    }

    @Test
    void shouldKeepTheOrderOfEachSenderToEachTarget() {
        Log one = pair.remote(Log.class, pair.there.system.spawn(Log.class, Log::new));
        Log two = pair.remote(Log.class, pair.there.system.spawn(Log.class, Log::new));
        Talker ann = pair.here.system.spawn(Talker.class, Talker::new);
        Talker bob = pair.here.system.spawn(Talker.class, Talker::new);
        Promise<Void> annDone = ann.talk("ann", MANY, one, two);
        Promise<Void> bobDone = bob.talk("bob", MANY, two, one);
        await(annDone);
        await(bobDone);
        for (Log log : List.of(one, two)) {
            Await.until("all have come", LIMIT, () -> await(log.entries()).size() == 2 * MANY);
            List<String> entries = await(log.entries());
            for (String name : List.of("ann", "bob")) {
                List<String> expected = new ArrayList<>();
                for (int i = 0; i < MANY; i++) {
                    expected.add(name + " " + i);
                }
                assertThat(entries.stream().filter(entry -> entry.startsWith(name)))
                        .containsExactlyElementsOf(expected);
            }
        }
    }

    @Test
    void shouldTellOverloadsApart() {
        Desk desk = desk();
        desk.put(1);
        desk.put("a");
        desk.put("b", 3);
        desk.put(List.of("c", "d"));
        assertThat(await(desk.taken())).containsExactly("int 1", "text a", "text bbb", "texts [c, d]");
    }

    @Test
    void shouldCallGenericAndDefaultMethods() {
        TextBox local = pair.there.system.spawn(TextBox.class, BoxActor::new);
        TextBox box = pair.remote(TextBox.class, local);
        box.store("pearls");
        assertThat(await(box.load())).isEqualTo("pearls");
        assertThat(await(box.describe())).isEqualTo("holds pearls");
    }

    @Test
    void shouldCallAClassThroughAnInterfaceThatItDoesNotImplement() {
        String name = pair.expose(pair.there.system.spawn(Desk.class, Desk::new));
        Slot slot = pair.link.lookup(name, Slot.class);
        slot.put(7);
        assertThat(await(slot.taken())).containsExactly("int 7");
    }

    @Test
    void shouldAnswerACallOfAMethodWithoutResultWhenItIsQueued() {
        String name = pair.expose(pair.there.system.spawn(Desk.class, Desk::new));
        Odd odd = pair.link.lookup(name, Odd.class);
        assertThat(await(odd.put(1))).isNull();
        assertThat(await(odd.taken())).containsExactly("int 1");
    }

    @Test
    void shouldExecuteATellOfAMethodWithAResult() {
        String name = pair.expose(pair.there.system.spawn(Desk.class, Desk::new));
        Odd odd = pair.link.lookup(name, Odd.class);
        odd.put(1);
        odd.clear();
        odd.put(2);
        assertThat(await(odd.taken())).containsExactly("int 2");
    }

    @Test
    void shouldResolveNamesThatAreExposedOnly() {
        String name = pair.expose(pair.there.system.spawn(Desk.class, Desk::new));
        Desk desk = await(pair.link.resolve(name, Desk.class));
        desk.put(3);
        assertThat(await(desk.taken())).containsExactly("int 3");
        assertThatThrownBy(() -> await(pair.link.resolve("nobody", Desk.class))).hasMessageContaining("name=nobody");
    }

    @Test
    void shouldCallBothWays() {
        Desk mine = pair.here.system.spawn(Desk.class, Desk::new);
        String name = "both" + System.nanoTime();
        pair.here.remoting.expose(name, mine);
        Desk fromThere = pair.back.lookup(name, Desk.class);
        fromThere.put(5);
        assertThat(await(fromThere.taken())).containsExactly("int 5");
    }

    @Test
    void shouldReportWhatAMethodThrows() throws Exception {
        Desk desk = desk();
        assertRemote(desk.fail("checked"), IOException.class, "no disk");
        assertRemote(desk.fail("unchecked"), IllegalStateException.class, "no state");
        assertRemote(desk.fail("error"), AssertionError.class, "no way");
        assertRemote(desk.fail("silent"), IllegalStateException.class, "IllegalStateException");
        assertRemote(desk.fail("no text"), Unspeakable.class, "text cannot be told");
        assertRemote(desk.fail("later"), IOException.class, "later");
        assertThat(await(desk.taken())).isEmpty();
    }

    private static void assertRemote(Promise<?> call, Class<?> type, String text) {
        assertThatThrownBy(() -> await(call))
                .isInstanceOfSatisfying(
                        RemoteFailedException.class, e -> assertThat(e.type()).isEqualTo(type.getName()))
                .hasMessageContaining(text)
                .hasMessageContaining("method=");
    }

    @Test
    void shouldLetSupervisionActAsForLocalCalls() {
        Desk restarted = desk();
        restarted.put(1);
        restarted.crash("restarts it");
        restarted.put(2);
        assertThat(await(restarted.taken())).containsExactly("int 2");
        Desk resuming = pair.there.system.spawn(
                Desk.class, Desk::new, ActorOptions.defaults().supervision(Supervision.resume()));
        Desk resumed = pair.remote(Desk.class, resuming);
        resumed.put(1);
        resumed.crash("changes nothing");
        resumed.put(2);
        assertThat(await(resumed.taken())).containsExactly("int 1", "int 2");
        assertThat(pair.there.failures).anyMatch(failure -> "restarts it".equals(failure.getMessage()));
    }

    @Test
    void shouldFailAsksToAStoppedActor() {
        Desk local = pair.there.system.spawn(Desk.class, Desk::new);
        Desk desk = pair.remote(Desk.class, local);
        desk.put(1);
        assertThat(await(desk.taken())).hasSize(1);
        await(pair.there.system.stop(local));
        assertThatThrownBy(() -> await(desk.taken()))
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("taken");
    }

    @Test
    void shouldSayOfAnEndedActorWhyItEndedAndWhatWasExecuted() {
        Desk local = pair.there.system.spawn(
                Desk.class, Desk::new, ActorOptions.defaults().supervision(Supervision.stop()));
        Desk desk = pair.remote(Desk.class, local);
        Promise<Integer> begun = desk.never();
        desk.crash("ends it");
        Promise<List<String>> queued = desk.taken();
        ActorStoppedException during = stopped(begun);
        assertThat(during.reason()).isEqualTo(EndReason.FAILED);
        assertThat(during.maybeExecuted()).isTrue();
        ActorStoppedException before = stopped(queued);
        assertThat(before.reason()).isEqualTo(EndReason.FAILED);
        assertThat(before.maybeExecuted()).isFalse();
        ActorStoppedException later = stopped(desk.taken());
        assertThat(later.maybeExecuted()).isFalse();
    }

    @Test
    void shouldSayThatAnotherActorHasEndedIfTheTargetHasNot() {
        Desk behind = pair.there.system.spawn(Desk.class, Desk::new);
        Counter counter = pair.remote(Counter.class, pair.there.system.spawn(Counter.class, () -> new Counter(behind)));
        await(pair.there.system.stop(behind));
        ActorStoppedException end = stopped(counter.taken());
        assertThat(end.address()).isEqualTo(pair.there.system.address(behind));
        assertThat(end.maybeExecuted()).isTrue();
        assertThat(end).hasMessageStartingWith("an actor that is needed has stopped: target=");
        assertThat(await(counter.asked())).isEqualTo(1);
    }

    @Test
    void shouldNotSayThatACallWasRefusedWhichHasFilledAnotherMailbox() {
        Desk behind = pair.there.system.spawn(
                Desk.class, Desk::new, ActorOptions.defaults().mailbox(MailboxSpec.bounded(2, Overflow.FAIL)));
        Counter counter = pair.remote(Counter.class, pair.there.system.spawn(Counter.class, () -> new Counter(behind)));
        await(behind.hold());
        behind.put(1);
        behind.put(2);
        assertThatThrownBy(() -> await(counter.taken()))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("cause=io.troupe.core.error.MailboxFullException: a full mailbox");
    }

    /** Asks a desk, and is asked itself. */
    public static class Counter extends Actor<Counter> {
        private final Desk desk;
        private int asked;

        public Counter(Desk desk) {
            this.desk = desk;
        }

        public Promise<List<String>> taken() {
            asked++;
            return desk.taken();
        }

        public Promise<Integer> asked() {
            return Promise.of(asked);
        }
    }

    private ActorStoppedException stopped(Promise<?> call) {
        return catchThrowableOfType(ActorStoppedException.class, () -> await(call));
    }
}
