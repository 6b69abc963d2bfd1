// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ReferenceTypeTest {
    private final ReferenceType<Sample> type = ReferenceType.of(Sample.class, null);

    @Test
    void shouldBeMadeOncePerClass() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Object> task = () -> ReferenceType.of(Contended.class, null);
            Set<Object> made = new HashSet<>();
            for (Future<Object> one : threads.invokeAll(List.of(task, task, task, task, task, task, task, task))) {
                made.add(one.get());
            }
            assertThat(made).hasSize(1);
        } finally {
            threads.shutdown();
        }
        assertThat(ReferenceType.of(Sample.class, null)).isSameAs(type);
        assertThat(type.type()).isSameAs(Sample.class);
    }

    @Test
    void shouldDescribeMethodsSortedByNameAndTypes() {
        assertThat(type.methods())
                .extracting(Object::toString)
                .containsExactly(
                        "Sample.add(int,long,String)",
                        "Sample.list(java.util.List<java.lang.String>)",
                        "Sample.total()");
        assertThat(type.methods().get(2).result()).hasToString("io.troupe.core.promise.Promise<java.lang.Integer>");
    }

    @Test
    void shouldTellMethodAndArgumentsOfAMessage() {
        FakeOutlet outlet = new FakeOutlet();
        type.newReference(outlet).add(1, 2L, "x");
        Call call = outlet.only();
        assertThat(call.method()).isSameAs(type.methods().get(0));
        assertThat(call.arguments()).containsExactly(1, 2L, "x");
    }

    @Test
    void shouldCopyMessages() {
        Call tell = type.newMessage(0, new Object[] {1, 2L, "x"});
        assertThat(tell.copy()).isNotSameAs(tell).hasSameClassAs(tell);
        assertThat(tell.copy().arguments()).containsExactly(1, 2L, "x");
        AskMessage<?> ask = (AskMessage<?>) type.newMessage(2, new Object[0]);
        ask.reject(new IllegalStateException());
        assertThat(((AskMessage<?>) ask.copy()).isSettled()).isFalse();
    }

    @Test
    void shouldMakeMessagesFromIndexAndArguments() throws Throwable {
        Sample actor = new Sample();
        TellMessage tell = (TellMessage) type.newMessage(0, new Object[] {1, 2L, "345"});
        tell.deliver(actor);
        assertThat(actor.total).isEqualTo(6);
        assertThat(type.newMessage(1, new Object[] {null}).arguments()).containsExactly((Object) null);
    }

    @Test
    void shouldRefuseMessagesWithOtherArguments() {
        assertThatThrownBy(() -> type.newMessage(3, new Object[0])).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> type.newMessage(-1, new Object[0])).isInstanceOf(IndexOutOfBoundsException.class);
        for (Object[] wrong : new Object[][] {{1, 2L}, {1, 2, "x"}, {null, 2L, "x"}, {1, 2L, 3}}) {
            assertThatThrownBy(() -> type.newMessage(0, wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Sample.add(int,long,String)");
        }
    }

    @Test
    void shouldBeFoundFromAReference() {
        for (Class<?> each : List.of(Sample.class, Text.class, Empty.class, Named.class)) {
            assertThat(ReferenceType.ofReference(FakeOutlet.reference(each))).isSameAs(ReferenceType.of(each, null));
        }
    }

    @Test
    void shouldNotBeFoundFromAnythingElse() {
        assertThatThrownBy(() -> ReferenceType.ofReference(new Sample()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a reference is needed");
        assertThatThrownBy(() ->
                        ReferenceType.ofReference((Reference) () -> FakeOutlet.of(FakeOutlet.reference(Empty.class))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a reference must have a type");
    }

    @Test
    void shouldWorkWithoutAnyMethod() {
        assertThat(ReferenceType.of(Empty.class, null).methods()).isEmpty();
        assertThat(FakeOutlet.reference(Empty.class)).hasToString("Empty[troupe://test/actor-1]");
        assertThatThrownBy(() -> ReferenceType.of(Empty.class, null).newMessage(0, new Object[0]))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    static class Sample extends Actor<Sample> {
        private int total;

        public void add(int a, long b, String c) {
            total += a + (int) b + c.length();
        }

        public void list(List<String> names) {}

        public Promise<Integer> total() {
            return Promise.of(total);
        }
    }

    static class Contended extends Actor<Contended> {
        public void hit() {}
    }

    abstract static class Base<K> extends Actor<Text> {
        public void put(K key) {}
    }

    static class Text extends Base<String> {}

    interface Parent<T> {
        void greet(T name);
    }

    interface Named extends Parent<String> {
        @CallerSide
        default void greetTwice(String name) {
            greet(name);
            greet(name);
        }
    }

    interface Empty {}
}
