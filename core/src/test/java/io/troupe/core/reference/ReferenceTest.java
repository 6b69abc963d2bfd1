// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.elsewhere.PublicActor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReferenceTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final AtomicInteger CONSTRUCTED = new AtomicInteger();

    @Test
    void shouldSendTellsAndAsksInsteadOfRunningThem() {
        Counter counter = FakeOutlet.reference(Counter.class);
        Counter actor = new Counter();
        counter.add(2);
        counter.add(3);
        Promise<Integer> total = counter.total();
        assertThat(actor.count).isZero();
        assertThat(total.isSettled()).isFalse();
        FakeOutlet.deliver(counter, actor);
        assertThat(actor.count).isEqualTo(5);
        assertThat(total.await(LIMIT)).isEqualTo(5);
    }

    @Test
    void shouldRefuseWhatIsNoReference() {
        assertThatThrownBy(() -> Reference.outletOf(new Counter()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Counter");
        assertThatThrownBy(() -> Reference.outletOf(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("class=null");
    }

    @Test
    void shouldRunConstructorsAndInitialisersForTheActorOnlyAndNotForTheReference() {
        CONSTRUCTED.set(0);
        Counter counter = FakeOutlet.reference(Counter.class);
        assertThat(CONSTRUCTED).hasValue(0);
        assertThat(counter.state).isNull();
        assertThat(new Counter().state).isNotNull();
        assertThat(CONSTRUCTED).hasValue(2);
    }

    @Test
    void shouldBeEqualByTargetAndAnswerOnTheCallersThread() {
        ReferenceType<Counter> type = ReferenceType.of(Counter.class, null);
        FakeOutlet outlet = new FakeOutlet("troupe://system/counter-1");
        Counter one = type.newReference(outlet);
        Counter same = type.newReference(new FakeOutlet(outlet));
        Counter other = type.newReference(new FakeOutlet("troupe://system/counter-1"));
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(other);
        assertThat(one.equals(null)).isFalse();
        assertThat(one.equals(new Counter())).isFalse();
        assertThat(one).hasToString("Counter[troupe://system/counter-1]");
        assertThat(outlet.sent).isEmpty();
        assertThat(((Reference) one).troupe$outlet()).isSameAs(outlet);
    }

    @Test
    void shouldRunCallerSideMethodsOnTheCaller() {
        Counter counter = FakeOutlet.reference(Counter.class);
        assertThat(counter.addTwice(4)).isEqualTo("sent");
        assertThat(FakeOutlet.of(counter).sent).hasSize(2);
    }

    @Test
    void shouldRefuseToRunMethodsThatAreNoMessages() {
        Counter counter = FakeOutlet.reference(Counter.class);
        assertThatThrownBy(() -> counter.helper(1, "x"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "not a message: method=Counter.helper(int,String); make it public or call it inside the actor");
        assertThatThrownBy(counter::onStart)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Counter.onStart()");
        assertThat(counter.callerHelper()).isEqualTo("here");
    }

    @Test
    void shouldOverrideVisibilityBridgesAndLeaveOtherBridges() {
        PublicActor reference = FakeOutlet.reference(PublicActor.class);
        PublicActor actor = new PublicActor();
        reference.add(1);
        reference.add("20");
        reference.keep("a");
        Promise<String> kept = reference.kept();
        Promise<Integer> sum = reference.sum();
        reference.drop("<a>");
        Promise<String> dropped = reference.kept();
        assertThat(FakeOutlet.of(reference).sent).hasSize(7);
        FakeOutlet.deliver(reference, actor);
        assertThat(kept.await(LIMIT)).isEqualTo("<a>");
        assertThat(sum.await(LIMIT)).isEqualTo(21);
        assertThat(dropped.await(LIMIT)).isNull();
        assertThat(ReferenceType.of(PublicActor.class, null).methods())
                .extracting(info -> info.signature())
                .containsExactly("add(Object)", "add(String)", "drop(V)", "keep(String)", "kept()", "sum()", "total()");
    }

    @Test
    void shouldNotFinalizeReferences() {
        Finalizing reference = FakeOutlet.reference(Finalizing.class);
        reference.close();
        assertThat(FakeOutlet.of(reference).sent).hasSize(1);
        reference.finalize();
        assertThat(Finalizing.FINALIZED).hasValue(0);
    }

    @Test
    void shouldMakeClassesNamedAfterTheActorInItsPackage() {
        Counter counter = FakeOutlet.reference(Counter.class);
        counter.add(1);
        assertThat(counter.getClass().getName()).isEqualTo(Counter.class.getName() + "$$TroupeReference");
        assertThat(FakeOutlet.of(counter).only().getClass().getName())
                .contains("$$Troupe")
                .endsWith("add");
        assertThat(counter.getClass().getClassLoader()).isSameAs(Counter.class.getClassLoader());
    }

    static class Counter extends Actor<Counter> {
        private int count = CONSTRUCTED.getAndIncrement() * 0;
        private final Object state = new Object();

        Counter() {
            CONSTRUCTED.incrementAndGet();
        }

        public synchronized void add(int n) {
            count += n;
        }

        public Promise<Integer> total() {
            return Promise.of(count);
        }

        @CallerSide
        public final String addTwice(int n) {
            add(n);
            add(n);
            return "sent";
        }

        int helper(int a, String b) {
            return count;
        }

        @CallerSide
        String callerHelper() {
            return "here";
        }

        @Override
        protected Promise<?> onStart() {
            count = 0;
            return Promise.done();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Counter counter && counter.count == count;
        }

        @Override
        public int hashCode() {
            return count;
        }

        @Override
        public String toString() {
            return "count=" + count;
        }
    }

    static class Finalizing extends Actor<Finalizing> {
        static final AtomicInteger FINALIZED = new AtomicInteger();

        public void close() {}

        @Override
        @SuppressWarnings({"deprecation", "removal", "Finalize"})
        protected void finalize() {
            FINALIZED.incrementAndGet();
        }
    }
}
