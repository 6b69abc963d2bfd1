// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import static io.troupe.testkit.trace.EventPattern.answered;
import static io.troupe.testkit.trace.EventPattern.any;
import static io.troupe.testkit.trace.EventPattern.arrived;
import static io.troupe.testkit.trace.EventPattern.linkUp;
import static io.troupe.testkit.trace.EventPattern.sent;
import static io.troupe.testkit.trace.EventPattern.turn;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.trace.Trace;
import io.troupe.testkit.trace.TraceEvent;
import io.troupe.testkit.trace.TraceLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces of calls between processes: over the loops of links, which never wait. */
@Timeout(30)
class TracedLinkTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    public static class Store extends Actor<Store> {
        private final List<String> seen;

        Store(List<String> seen) {
            this.seen = seen;
        }

        public Promise<Integer> load(int key) {
            seen.add("load " + key);
            return Promise.of(key + 1);
        }

        public void save(int key) {
            seen.add("save " + key);
        }
    }

    public static class Client extends Actor<Client> {
        private final Store store;

        Client(Store store) {
            this.store = store;
        }

        public Promise<Integer> fetch(int key) {
            return store.load(key);
        }
    }

    private static final class Processes implements AutoCloseable {
        private final List<String> seen = new CopyOnWriteArrayList<>();
        private final List<String> other = new CopyOnWriteArrayList<>();
        private final ActorSystem there;
        private final ActorSystem here;
        private final Store store;
        private final Store audit;

        Processes(Trace theirs, Trace ours, String address) {
            there = system("there", theirs);
            here = system("here", ours);
            Remoting remote = Remoting.on(there);
            remote.expose("store", there.spawn(Store.class, () -> new Store(seen), ActorOptions.named("store")));
            remote.expose("audit", there.spawn(Store.class, () -> new Store(other), ActorOptions.named("audit")));
            String bound = remote.listen(address).await(LIMIT).address().toString();
            var link = Remoting.on(here).connect(bound).await(LIMIT);
            store = link.lookup("store", Store.class);
            audit = link.lookup("audit", Store.class);
        }

        private static ActorSystem system(String name, Trace trace) {
            var builder = ActorSystem.builder().name(name);
            trace.attach(builder);
            return builder.start();
        }

        Client client() {
            return here.spawn(Client.class, () -> new Client(store), ActorOptions.named("client"));
        }

        @Override
        public void close() {
            here.close();
            there.close();
        }
    }

    private static void until(Predicate<List<TraceEvent>> condition, Trace trace) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.test(trace.events())) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"inproc://traced-link", "tcp://127.0.0.1:0"})
    void shouldCheckARemoteCallFromItsSendingToItsAnswer(String address) {
        Trace trace = Trace.start();
        trace.stream("links", e -> e.kind() == EventKind.LINK);
        try (Processes processes = new Processes(trace, trace, address)) {
            trace.expect("links", any());
            trace.expect("links", any());
            trace.stream("c→s", e -> e.source().equals("troupe://here/client") && e.kind() == EventKind.SEND);
            trace.stream("in", e -> e.arrival("client", "there"));
            trace.stream("s", e -> e.at("store"));
            trace.stream("s→c", e -> e.kind() == EventKind.ANSWER && e.target().equals("troupe://here/client"));
            Promise<Integer> value = processes.client().fetch(4);

            TraceEvent sent = trace.expect("c→s", sent("Store.load", 4));
            TraceEvent arrived = trace.expect("in", arrived("load", 4));
            assertThat(processes.seen).isEmpty();
            TraceEvent turn = trace.expect("s", turn("load", 4));
            TraceEvent answered = trace.expect("s→c", answered(5));
            trace.finish();

            assertThat(value.await(LIMIT)).isEqualTo(5);
            assertThat(sent.happensBefore(arrived)).isTrue();
            assertThat(arrived.happensBefore(turn)).isTrue();
            assertThat(sent.happensBefore(answered)).isTrue();
        }
    }

    @Test
    void shouldNameBothEndsOfALinkThatComesUp() {
        Trace trace = Trace.start();
        trace.stream("up", e -> e.kind() == EventKind.LINK && e.label().equals("up"));
        try (Processes processes = new Processes(trace, trace, "inproc://traced-names")) {
            List<String> peers = new ArrayList<>();
            peers.add(trace.expect("up", any()).target());
            peers.add(trace.expect("up", any()).target());
            assertThat(peers).containsExactlyInAnyOrder("here", "there");
            assertThat(linkUp("here").toString()).isEqualTo("link up here");
            trace.finish();
            assertThat(processes.store).isNotNull();
        }
        assertThat(trace.events())
                .anyMatch(e -> e.kind() == EventKind.LINK && e.label().equals("down"));
    }

    @Test
    void shouldHoldBackWhatComesNextOverALinkAndNotItsLoop() {
        Trace trace = Trace.start();
        try (Processes processes = new Processes(trace, trace, "tcp://127.0.0.1:0")) {
            trace.stream("in", e -> e.kind() == EventKind.ARRIVAL && e.target().equals("troupe://there/store"));
            processes.store.save(1);
            processes.store.save(2);
            processes.audit.save(3);
            until(
                    events -> events.stream()
                                    .filter(e -> e.kind() == EventKind.ARRIVAL)
                                    .count()
                            == 3,
                    trace);

            assertThat(processes.seen).isEmpty();
            assertThat(processes.other).isEmpty(); // it comes behind what is held back

            trace.expect("in", arrived("save", 1));
            until(events -> !processes.seen.isEmpty(), trace);
            assertThat(processes.seen).containsExactly("save 1");
            assertThat(processes.other).isEmpty();

            trace.expect("in", arrived("save", 2));
            until(events -> !processes.other.isEmpty() && processes.seen.size() == 2, trace);
            assertThat(processes.seen).containsExactly("save 1", "save 2");
            trace.finish();
        }
    }

    @Test
    void shouldOrderLogsOfTwoProcesses(@TempDir Path folder) {
        Trace ours = Trace.named("p1");
        Trace theirs = Trace.named("p2");
        try (Processes processes = new Processes(theirs, ours, "tcp://127.0.0.1:0")) {
            assertThat(processes.client().fetch(4).await(LIMIT)).isEqualTo(5);
            until(
                    events -> events.stream().anyMatch(e -> e.kind() == EventKind.ANSWER && e.link("store", "client")),
                    ours);
        }
        TraceLog.write(folder.resolve("p1"), ours.events());
        TraceLog.write(folder.resolve("p2"), theirs.events());

        List<TraceEvent> all = TraceLog.read(folder.resolve("p2"), folder.resolve("p1"));

        TraceEvent sent = find(all, "p1", EventKind.SEND, "Store.load(4)");
        TraceEvent turn = find(all, "p2", EventKind.TURN, "Store.load(4)");
        TraceEvent answered = all.stream()
                .filter(e -> e.kind() == EventKind.ANSWER && e.target().equals("troupe://here/client"))
                .findFirst()
                .orElseThrow();
        assertThat(sent.happensBefore(turn)).isTrue();
        assertThat(turn.happensBefore(answered)).isTrue();
        assertThat(turn.happensBefore(sent)).isFalse();
    }

    private static TraceEvent find(List<TraceEvent> all, String origin, EventKind kind, String label) {
        return all.stream()
                .filter(e -> e.origin().equals(origin)
                        && e.kind() == kind
                        && e.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new AssertionError(kind + " " + label + " in " + all));
    }
}
