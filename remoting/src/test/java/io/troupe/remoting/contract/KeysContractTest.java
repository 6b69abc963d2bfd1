// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.call.Caller;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.key.KeyResolver;
import io.troupe.remoting.key.KeyTarget;
import io.troupe.remoting.link.CallPolicy;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Actors that are found by type and key, and refusals that keep their kind. */
class KeysContractTest extends RemotingContract {
    private static final AtomicInteger TYPES = new AtomicInteger();
    /** Answers a call when a test wants it. */
    private static volatile CompletablePromise<Integer> slow = new CompletablePromise<>();

    private static final CallPolicy ALL = (caller, target, method) -> true;

    public static class Book extends Actor<Book> {
        private final List<Integer> notes = new ArrayList<>();

        public void note(int n) {
            notes.add(n);
        }

        public Promise<List<Integer>> notes() {
            return Promise.of(List.copyOf(notes));
        }

        public Promise<String> key() {
            return Promise.of(self().toString());
        }

        public Promise<Integer> lunch(boolean executed) {
            throw new ClosedForLunch("the shop must be open: until=14", executed, 14);
        }

        public Promise<Integer> slow() {
            return slow.map(n -> n);
        }

        public Promise<Integer> away() {
            throw new ClosedForLunch("the shop must be here: until=17", false, 17);
        }

        public Promise<Integer> later() {
            CompletablePromise<Integer> answer = new CompletablePromise<>();
            answer.fail(new ClosedForLunch("the shop must be open: until=15", true, 15));
            return answer;
        }

        public Promise<Integer> broken() {
            throw new ClosedForLunch.OutOfOrder();
        }

        public Promise<Book> me() {
            return Promise.of(self());
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }
    }

    /** Finds the actors of a directory, some of them late. */
    private static final class Finder implements KeyResolver {
        final Directory<Book> books;
        volatile boolean moved;
        final Map<String, CompletablePromise<Outlet>> late = new ConcurrentHashMap<>();

        Finder(Directory<Book> books) {
            this.books = books;
        }

        Outlet outlet(String key) {
            return Reference.outletOf(books.get(key));
        }

        @Override
        public Outlet find(String key) {
            if (key.startsWith("closed")) {
                throw new ClosedForLunch("the shop must be open: key=" + key, false, 16);
            }
            if (key.startsWith("moved") && moved) {
                throw new ClosedForLunch("the shop must be here: key=" + key, false, 17);
            }
            if (key.startsWith("odd")) {
                throw new IllegalStateException("a resolver failed");
            }
            return late.containsKey(key) ? null : outlet(key);
        }

        @Override
        public Promise<Outlet> later(String key) {
            return late.get(key);
        }

        @Override
        public boolean isSentElsewhere(CallNotServedException refused) {
            return refused instanceof ClosedForLunch closed && closed.until() == 17;
        }

        @Override
        public Promise<Void> end(String key, @Nullable Caller caller) {
            return books.get(key).notes().map(notes -> null);
        }
    }

    private final String type = "book-" + TYPES.incrementAndGet();
    private final Finder finder = new Finder(pair.there.system.directory(
            Book.class, key -> new Book(), DirectoryOptions.defaults().name(type)));

    @BeforeEach
    void serve() {
        pair.there.remoting.keyedLinks().serve(type, Book.class, ALL, finder);
    }

    @AfterEach
    void withdraw() {
        pair.there.remoting.keyedLinks().withdraw(type);
    }

    private KeyTarget target(String key) {
        return pair.here.remoting.keyedLinks().target(pair.link, type, key);
    }

    private Book book(String key) {
        return ReferenceType.of(Book.class, null).newReference(target(key));
    }

    @Test
    void shouldCallActorsByKeyInOrder() {
        Book one = book("one");
        Book two = book("two");
        for (int i = 0; i < 100; i++) {
            one.note(i);
            two.note(-i);
            book("one").note(1000 + i); // another reference to the same actor
        }
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            expected.add(i);
            expected.add(1000 + i);
        }
        assertThat(await(one.notes())).isEqualTo(expected);
        assertThat(await(two.notes())).hasSize(100);
        assertThat(await(finder.books.get("one").notes())).isEqualTo(expected);
    }

    @Test
    void shouldReachManyKeys() {
        List<Promise<List<Integer>>> answers = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Book each = book("many-" + i % 5_000);
            each.note(i);
            if (i >= 5_000) {
                answers.add(each.notes());
            }
        }
        for (int i = 0; i < 5_000; i++) {
            assertThat(await(answers.get(i))).containsExactly(i, i + 5_000);
        }
    }

    @Test
    void shouldCarryAnyKey() {
        for (String key : List.of("a/b c", "größe ☂ \uD83D\uDE00", "x".repeat(512), "[\"quoted\"]", "#1")) {
            Book each = book(key);
            each.note(key.length());
            each.note(2);
            assertThat(await(each.notes())).as(key).containsExactly(key.length(), 2);
            assertThat(await(finder.books.get(key).notes())).as(key).hasSize(2);
        }
    }

    @Test
    void shouldSayThatTheActorOfTheKeyHasEnded() {
        slow = new CompletablePromise<>();
        Book book = book("a/b");
        Promise<Integer> begun = book.slow();
        await(book.notes());
        await(pair.there.system.stop(finder.books.get("a/b")));
        assertThatThrownBy(() -> await(begun))
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageStartingWith("the target of the call has stopped: target=")
                .hasMessageContaining(type + "/a/b, method=Book.slow()");
    }

    @Test
    void shouldRefuseKeysThatAreNone() {
        for (String key : List.of("", "a\nb", "x".repeat(513), "half \uD83D")) {
            assertThatThrownBy(() -> target(key)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> pair.there.remoting.keyedLinks().serve("a\u0000b", Book.class, ALL, finder))
                .hasMessageContaining("type must not have control characters");
    }

    @Test
    void shouldServeNobodyWithoutAPolicy() {
        pair.there.remoting.keyedLinks().withdraw(type);
        pair.there.remoting.keyedLinks().serve(type, Book.class, null, finder);
        assertThatThrownBy(() -> await(book("mine").notes()))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("DENIED")
                .hasMessageContaining("a type must be served with a policy, or nobody may call it: type=" + type);
        book("mine").note(1);
        pair.here.awaitLetter(DeadLetter.Reason.REFUSED, "note");
        assertThat(await(finder.books.get("mine").notes())).isEmpty();
    }

    @Test
    void shouldAskBothPolicies() {
        pair.there.remoting.keyedLinks().withdraw(type);
        pair.there
                .remoting
                .keyedLinks()
                .serve(type, Book.class, (caller, target, method) -> target.equals(type + "/yes"), finder);
        assertThat(await(book("yes").notes())).isEmpty();
        assertThatThrownBy(() -> await(book("no").notes())).hasMessageContaining("DENIED");
        pair.there.remoting.policy((caller, target, method) -> !method.name().equals("notes"));
        try {
            assertThatThrownBy(() -> await(book("yes").notes())).hasMessageContaining("DENIED");
        } finally {
            pair.there.remoting.policy(null);
        }
        target("no").end().await(LIMIT); // the end of a key is no call: it is asked for after calls that were denied
    }

    @Test
    void shouldSayWhatIsNotServed() {
        KeyTarget unknown = pair.here.remoting.keyedLinks().target(pair.link, "nothing", "x");
        Book book = ReferenceType.of(Book.class, null).newReference(unknown);
        assertThatThrownBy(() -> await(book.notes()))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("NO_TARGET")
                .hasMessageContaining("target=nothing/x");
        assertThatThrownBy(() -> await(book("odd").notes()))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("a resolver failed");
        assertThatThrownBy(() -> ((ActorControl) target("x")).watch())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldLetCallsWaitInOrderUntilTheirActorIsKnown() {
        CompletablePromise<Outlet> found = new CompletablePromise<>();
        finder.late.put("late", found);
        Book late = book("late");
        List<Promise<List<Integer>>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            late.note(i);
            answers.add(late.notes());
        }
        Promise<Void> end = target("late").end();
        assertThat(await(book("early").notes())).isEmpty(); // another key does not wait
        assertThat(answers.get(0).isSettled()).isFalse();
        assertThat(end.isSettled()).isFalse();
        finder.late.remove("late");
        late.note(20); // may come before the others are let go, not before them in order
        found.complete(finder.outlet("late"));
        for (int i = 0; i < 20; i++) {
            assertThat(await(answers.get(i))).hasSize(i + 1);
        }
        await(end);
        Await.until("all are there", LIMIT, () -> await(late.notes()).size() == 21);
        assertThat(await(late.notes())).isSorted();
    }

    @Test
    void shouldSayOfAllThatHaveWaitedThatTheirActorHasEnded() {
        slow = new CompletablePromise<>();
        CompletablePromise<Outlet> found = new CompletablePromise<>();
        finder.late.put("ends", found);
        List<Promise<Integer>> begun =
                List.of(book("ends").slow(), book("ends").slow(), book("ends").slow());
        await(book("other").notes());
        found.complete(finder.outlet("ends"));
        finder.late.remove("ends");
        await(book("ends").notes());
        await(pair.there.system.stop(finder.books.get("ends")));
        for (Promise<Integer> each : begun) {
            assertThatThrownBy(() -> await(each)).hasMessageStartingWith("the target of the call has stopped: ");
        }
    }

    @Test
    void shouldFailAllThatWaitWhenTheirActorIsNotServed() {
        CompletablePromise<Outlet> never = new CompletablePromise<>();
        finder.late.put("never", never);
        Promise<List<Integer>> one = book("never").notes();
        Promise<List<Integer>> two = book("never").notes();
        Await.until(
                "the calls have come", LIMIT, () -> pair.here.remoting.links().size() > 0);
        assertThat(await(book("other").notes())).isEmpty();
        never.fail(new ClosedForLunch("the shop must be open: today=no", false, 99));
        for (Promise<List<Integer>> each : List.of(one, two)) {
            assertThatThrownBy(() -> await(each))
                    .isInstanceOfSatisfying(
                            ClosedForLunch.class, e -> assertThat(e.until()).isEqualTo(99));
        }
    }

    @Test
    void shouldKeepDeadlinesOfCallsThatWait() {
        finder.late.put("slow", new CompletablePromise<>());
        assertThatThrownBy(() -> await(book("slow").notes().timeout(Duration.ofMillis(50))))
                .hasMessageContaining("deadline");
    }

    @Test
    void shouldCarryRefusalsWithTheirFacts() {
        Book book = book("shop");
        assertThatThrownBy(() -> await(book.lunch(true))).isInstanceOfSatisfying(ClosedForLunch.class, e -> {
            assertThat(e.until()).isEqualTo(14);
            assertThat(e.maybeExecuted()).isTrue();
            assertThat(e)
                    .hasMessageContaining("the shop must be open: until=14")
                    .hasMessageContaining(type);
        });
        assertThatThrownBy(() -> await(book.lunch(false)))
                .isInstanceOfSatisfying(
                        ClosedForLunch.class, e -> assertThat(e.maybeExecuted()).isFalse());
        assertThatThrownBy(() -> await(book.later()))
                .isInstanceOfSatisfying(
                        ClosedForLunch.class, e -> assertThat(e.until()).isEqualTo(15));
        assertThatThrownBy(() -> await(book("closed").notes()))
                .isInstanceOfSatisfying(
                        ClosedForLunch.class, e -> assertThat(e.until()).isEqualTo(16));
        // and from actors that are exposed by name
        Book named = pair.remote(Book.class, finder.books.get("named"));
        assertThatThrownBy(() -> await(named.lunch(false)))
                .isInstanceOfSatisfying(
                        ClosedForLunch.class, e -> assertThat(e.until()).isEqualTo(14));
    }

    @Test
    void shouldRefuseAllCallsBehindOneThatIsSentElsewhereUntilTheEndIsAskedFor() {
        finder.moved = true;
        assertThatThrownBy(() -> await(book("moved").notes())).isInstanceOf(ClosedForLunch.class);
        finder.moved = false;
        assertThatThrownBy(() -> await(book("moved").notes())).isInstanceOf(ClosedForLunch.class);
        assertThat(await(book("moved-not").notes())).isEmpty();
        await(target("moved").end());
        assertThat(await(book("moved").notes())).isEmpty();
        // also if it was refused by the actor
        assertThatThrownBy(() -> await(book("moved").away())).isInstanceOf(ClosedForLunch.class);
        assertThatThrownBy(() -> await(book("moved").notes())).isInstanceOf(ClosedForLunch.class);
        await(target("moved").end());
        assertThat(await(book("moved").notes())).isEmpty();
    }

    @Test
    void shouldRefuseCallsThatWaitedWhileOneBeforeThemWasSentElsewhere() {
        slow = new CompletablePromise<>();
        Promise<Integer> first = book("back").slow();
        assertThat(await(book("back").notes())).isEmpty();
        CompletablePromise<Outlet> found = new CompletablePromise<>();
        finder.late.put("back", found);
        Promise<List<Integer>> second = book("back").notes();
        assertThat(await(book("another").notes())).isEmpty(); // so the call before has come
        slow.fail(new ClosedForLunch("the shop must be here: until=17", false, 17));
        assertThatThrownBy(() -> await(first)).isInstanceOf(ClosedForLunch.class);
        finder.late.remove("back");
        found.complete(finder.outlet("back"));
        assertThatThrownBy(() -> await(second)).isInstanceOf(ClosedForLunch.class);
        await(target("back").end());
        assertThat(await(book("back").notes())).isEmpty();
    }

    @Test
    void shouldTellRefusalsThatNobodyKnowsInWords() {
        assertThatThrownBy(() -> await(book("any").broken()))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("it does not work: coin=stuck");
    }

    @Test
    void shouldReturnReferencesAndTakeThemBack() {
        Book book = book("me");
        Book same = await(book.me());
        same.note(1);
        book.note(2);
        assertThat(await(same.notes())).contains(1);
    }

    @Test
    void shouldTreatATellThatFailsLikeAnyTell() {
        Book book = book("fragile");
        book.note(1);
        book.fail();
        pair.here.awaitLetter(DeadLetter.Reason.REFUSED, "fail");
        Await.until("the actor has restarted", LIMIT, () -> !pair.there.failures.isEmpty());
        assertThat(await(book.notes())).isEmpty();
    }

    @Test
    void shouldFailWhatWaitsWhenTheLinkEnds() {
        String address = pair.there.listen(way, encoding);
        Link link =
                pair.here.remoting.connectLane("own-" + type, address, encoding).await(LIMIT);
        finder.late.put("gone", new CompletablePromise<>());
        KeyTarget target = pair.here.remoting.keyedLinks().target(link, type, "gone");
        Promise<List<Integer>> call =
                ReferenceType.of(Book.class, null).newReference(target).notes();
        Promise<Void> end = target.end();
        Book other = ReferenceType.of(Book.class, null)
                .newReference(pair.here.remoting.keyedLinks().target(link, type, "other"));
        assertThat(await(other.notes())).isEmpty(); // so the calls before it have come
        link.cut();
        assertThatThrownBy(() -> await(call)).hasMessageContaining("the link was lost");
        assertThatThrownBy(() -> await(end)).hasMessageContaining("the link was lost");
    }
}
