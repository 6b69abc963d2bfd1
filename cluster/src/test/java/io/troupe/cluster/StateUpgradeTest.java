// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.Journal;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.actor.StoredName;
import io.troupe.cluster.actor.TypeName;
import io.troupe.cluster.store.ScriptedStore;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** States and events that were stored by an earlier release of their class. */
@SuppressWarnings({"SameNameButDifferent", "NullOptional"}) // one record at different times
class StateUpgradeTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ScriptedStore store = new ScriptedStore();
    private final List<ActorSystem> systems = new ArrayList<>();

    StateUpgradeTest() {
        store.release(1_000_000);
    }

    /** An actor of a release, in a process that begins with it. */
    private <A extends DurableActor<A, ?>> A release(Class<A> type, ActorFactory<A> factory) {
        if (!systems.isEmpty()) {
            systems.get(systems.size() - 1).close();
        }
        ActorSystem system = ActorSystem.start("release-" + systems.size());
        systems.add(system);
        Cluster cluster = Cluster.on(system, store, ClusterConfig.memory());
        cluster.host(type, factory);
        return cluster.actor(type, "a");
    }

    @AfterEach
    void close() {
        systems.forEach(ActorSystem::close);
    }

    /** The first release. */
    @TypeName("shop")
    public static class First extends DurableActor<First, First.State> {
        public record State(long cents, String owner, Address address, Status status) {}

        public record Address(String town) {}

        public sealed interface Status {}

        public record Open(int since) implements Status {}

        @Override
        protected State initial() {
            return new State(0, "nobody", new Address("nowhere"), new Open(1));
        }

        public Promise<Long> deposit(long cents) {
            return update(s -> new State(s.cents() + cents, s.owner(), s.address(), s.status()))
                    .map(State::cents);
        }
    }

    /** More components, one less, in another order. */
    @TypeName("shop")
    public static class Grown extends DurableActor<Grown, Grown.State> {
        public record State(
                List<String> notes,
                Optional<String> mail,
                long cents,
                Address address,
                int limit,
                String language,
                Optional<String> fax) {}

        public record Address(String town, String street, int number, Optional<String> code) {}

        @Override
        protected State initial() {
            return new State(List.of("new"), Optional.of("mail"), 7, new Address("x", "x", 7, null), 1_000, "en", null);
        }

        public Promise<String> read() {
            return Promise.of(state().toString());
        }

        public Promise<Void> write() {
            return update(s -> new State(null, null, s.cents(), s.address(), 0, null, null))
                    .map(s -> null);
        }
    }

    /** Other names in the program. */
    @TypeName("shop")
    public static class Renamed extends DurableActor<Renamed, Renamed.Stock> {
        public record Stock(@StoredName("cents") long money, @StoredName("owner") String keeper, Situation status) {}

        public sealed interface Situation {}

        @TypeName("io.troupe.cluster.StateUpgradeTest$First$Open")
        public record Working(@StoredName("since") int from) implements Situation {}

        @Override
        protected Stock initial() {
            return new Stock(0, "", new Working(0));
        }

        public Promise<String> read() {
            return Promise.of(state().toString());
        }

        public Promise<Long> add(long money) {
            return update(s -> new Stock(s.money() + money, s.keeper(), s.status()))
                    .map(Stock::money);
        }
    }

    /** Another meaning. */
    @TypeName("shop")
    public static class Upgraded extends DurableActor<Upgraded, Upgraded.State> {
        public record State(double euros, String text) {}

        @Override
        protected State initial() {
            throw new IllegalStateException("a shop must be there");
        }

        @Override
        protected int format() {
            return 3;
        }

        @Override
        protected State upgrade(int from, Map<String, Object> stored) {
            return new State(
                    ((Number) stored.get("cents")).longValue() / 100.0,
                    "of " + from + ": " + stored.keySet() + stored.get("address") + stored.get("status"));
        }

        public Promise<String> read() {
            return Promise.of(state().toString());
        }

        public Promise<Void> touch() {
            return update(s -> s).map(s -> null);
        }
    }

    /** A new number, and no way to it. */
    @TypeName("shop")
    public static class Stuck extends DurableActor<Stuck, First.State> {
        @Override
        protected First.State initial() {
            return new First.State(0, "", null, null);
        }

        @Override
        protected int format() {
            return 2;
        }

        public Promise<String> read() {
            return Promise.of(state().toString());
        }
    }

    /** A way to the new number that leads to nothing. */
    @TypeName("shop")
    public static class Lost extends DurableActor<Lost, First.State> {
        @Override
        protected First.State initial() {
            return new First.State(0, "", null, null);
        }

        @Override
        protected int format() {
            return 2;
        }

        @Override
        @SuppressWarnings("NullAway") // the mistake
        protected First.State upgrade(int from, Map<String, Object> stored) {
            return null;
        }

        public Promise<String> read() {
            return Promise.of(state().toString());
        }
    }

    /** A number that no format has. */
    public static class Zeroth extends DurableActor<Zeroth, Zeroth.State> {
        public record State(long cents) {}

        @Override
        protected State initial() {
            return new State(0);
        }

        @Override
        protected int format() {
            return 0;
        }

        public Promise<Void> touch() {
            return update(s -> s).map(s -> null);
        }
    }

    /** Two components of one name. */
    public static class Twins extends DurableActor<Twins, Twins.State> {
        public record State(long cents, @StoredName("cents") long money) {}

        @Override
        protected State initial() {
            return new State(0, 0);
        }
    }

    @Test
    void shouldTakeAddedComponentsFromTheInitialState() {
        release(First.class, First::new).deposit(500).await(LIMIT);
        assertThat(release(Grown.class, Grown::new).read().await(LIMIT))
                .isEqualTo("State[notes=[new], mail=Optional[mail], cents=500,"
                        + " address=Address[town=nowhere, street=null, number=0, code=Optional.empty],"
                        + " limit=1000, language=en, fax=Optional.empty]");
    }

    @Test
    void shouldKeepComponentsThatWereStoredAsNullOrZero() {
        Grown grown = release(Grown.class, Grown::new);
        grown.write().await(LIMIT);
        assertThat(release(Grown.class, Grown::new).read().await(LIMIT))
                .startsWith("State[notes=null, mail=Optional.empty, cents=7,")
                .endsWith(", limit=0, language=null, fax=Optional.empty]");
    }

    @Test
    void shouldIgnoreComponentsThatWereTakenAwayAlsoOnTheWayBack() {
        release(Grown.class, Grown::new).write().await(LIMIT);
        assertThat(release(First.class, First::new).deposit(1).await(LIMIT)).isEqualTo(8);
    }

    @Test
    void shouldReadRenamedComponentsAndRecordsByTheirStoredNames() {
        release(First.class, First::new).deposit(500).await(LIMIT);
        Renamed renamed = release(Renamed.class, Renamed::new);
        assertThat(renamed.read().await(LIMIT)).isEqualTo("Stock[money=500, keeper=nobody, status=Working[from=1]]");
        assertThat(renamed.add(1).await(LIMIT)).isEqualTo(501);
        assertThat(release(First.class, First::new).deposit(1).await(LIMIT)).isEqualTo(502);
    }

    @Test
    void shouldUpgradeFromAnyOtherFormatAndStoreTheNewOne() throws Exception {
        release(First.class, First::new).deposit(250).await(LIMIT);
        Upgraded upgraded = release(Upgraded.class, Upgraded::new);
        assertThat(upgraded.read().await(LIMIT))
                .isEqualTo("State[euros=2.5, text=of 1: [cents, owner, address, status]{town=nowhere}"
                        + "{@type=io.troupe.cluster.StateUpgradeTest$First$Open, since=1}]");
        assertThat(store.memory().load(new StateKey("shop", "a")).format()).isEqualTo(1);
        upgraded.touch().await(LIMIT);
        assertThat(store.memory().load(new StateKey("shop", "a")).format()).isEqualTo(3);
        assertThat(release(Upgraded.class, Upgraded::new).read().await(LIMIT)).contains("of 1");
    }

    @Test
    void shouldTellWhichFormatAClassCannotRead() {
        release(First.class, First::new).deposit(250).await(LIMIT);
        assertThatThrownBy(() -> release(Stuck.class, Stuck::new).read().await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("a stored state must be readable: type=shop, key=a, version=1, format=1, cause=a class must"
                        + " override upgrade to read another format: class=" + Stuck.class.getName()
                        + ", stored=1, format=2");
    }

    @Test
    void shouldTellThatAnUpgradeMustReturnAState() {
        release(First.class, First::new).deposit(250).await(LIMIT);
        assertThatThrownBy(() -> release(Lost.class, Lost::new).read().await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("a stored state must be readable: type=shop, key=a, version=1, format=1, cause=upgrade must"
                        + " return a state");
    }

    @Test
    void shouldRefuseFormatsBelowOne() {
        assertThatThrownBy(() -> release(Zeroth.class, Zeroth::new).touch().await(LIMIT))
                .hasMessage("a format must be at least 1: type=" + Zeroth.class.getName() + ", key=a, format=0");
    }

    @Test
    void shouldRefuseTwoComponentsOfOneName() {
        assertThatThrownBy(() -> release(Twins.class, Twins::new))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two components must not have the same name: record=" + Twins.State.class.getName()
                        + ", names=[cents, cents]");
    }

    // ---- events --------------------------------------------------------------------------------------------------

    /** Counts, in the first release. */
    @TypeName("counter")
    public static class Counter extends DurableActor<Counter, Counter.State> {
        public record State(long count) {}

        public sealed interface Step {}

        @TypeName("added")
        public record Added(long count) implements Step {}

        public record Doubled() implements Step {}

        private final Journal<Counter, State, Step> journal = journal(
                Step.class,
                (s, step) ->
                        step instanceof Added added ? new State(s.count() + added.count()) : new State(2 * s.count()));

        @Override
        protected State initial() {
            return new State(1);
        }

        public Promise<Long> add(long count) {
            return journal.record(new Added(count)).map(State::count);
        }

        public Promise<Long> twice() {
            return journal.record(new Doubled()).map(State::count);
        }
    }

    /** Counts, with other names, one component and one event more. */
    @TypeName("counter")
    public static class LaterCounter extends DurableActor<LaterCounter, LaterCounter.State> {
        public record State(long count, int unknown) {}

        public sealed interface Step {}

        @TypeName("added")
        public record Raised(@StoredName("count") long by, Optional<String> who) implements Step {}

        @TypeName("io.troupe.cluster.StateUpgradeTest$Counter$Doubled")
        public record Twice() implements Step {}

        public record Reset() implements Step {}

        private final Journal<LaterCounter, State, Step> journal = journal(Step.class, LaterCounter::apply);

        @Override
        protected State initial() {
            return new State(1, 0);
        }

        static State apply(State s, Step step) {
            if (step instanceof Raised raised) {
                return new State(
                        s.count() + raised.by(), s.unknown() + (raised.who().isEmpty() ? 1 : 0));
            }
            return new State(step instanceof Twice ? 2 * s.count() : 0, s.unknown());
        }

        public Promise<String> read() {
            return Promise.of(state().toString());
        }

        public Promise<Long> reset() {
            return journal.record(new Reset()).map(State::count);
        }
    }

    @Test
    void shouldReadEventsOfAnEarlierRelease() {
        Counter counter = release(Counter.class, Counter::new);
        assertThat(counter.add(4).await(LIMIT)).isEqualTo(5);
        assertThat(counter.twice().await(LIMIT)).isEqualTo(10);
        LaterCounter later = release(LaterCounter.class, LaterCounter::new);
        assertThat(later.read().await(LIMIT)).isEqualTo("State[count=10, unknown=1]");
        assertThat(later.reset().await(LIMIT)).isZero();
        assertThatThrownBy(() -> release(Counter.class, Counter::new).add(1).await(LIMIT))
                .hasMessageStartingWith("a stored event must be readable: type=counter, key=a, number=3, cause=");
    }
}
