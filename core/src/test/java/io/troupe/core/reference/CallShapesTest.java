// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every shape a method can have in the language arrives at the method it means. */
class CallShapesTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    @Test
    void shouldTellOverloadsApart() {
        assertLog(
                Shapes.class,
                new Shapes(),
                shapes -> {
                    shapes.put(1);
                    shapes.put(1L);
                    shapes.put(Integer.valueOf(2));
                    shapes.put("s");
                    shapes.put((Object) "o");
                    shapes.put('c');
                },
                "int 1",
                "long 1",
                "Integer 2",
                "String s",
                "Object o",
                "char c");
    }

    @Test
    void shouldCarryManyWideAndArrayArguments() {
        assertLog(
                Shapes.class,
                new Shapes(),
                shapes -> {
                    shapes.wide(1L, 2.5, 4.5f, (short) 5, (byte) 6, "s", 7);
                    shapes.rest("a", "b", "c");
                    shapes.rest("a");
                    shapes.arrays(new long[][] {{1}, {2, 3}}, new String[] {"q"});
                },
                "1 2.5 4.5 5 6 s 7",
                "a [b, c]",
                "a []",
                "[[1], [2, 3]] [q]");
    }

    @Test
    void shouldWorkForMethodsThatDeclareCheckedExceptions() {
        Shapes reference = FakeOutlet.reference(Shapes.class);
        Promise<String> failing = failing(reference);
        FakeOutlet.deliver(reference, new Shapes());
        assertThat(failing.isFailed()).isTrue();
    }

    private static Promise<String> failing(Shapes shapes) {
        try {
            return shapes.failing();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldRunGenericActorsAndGenericMethods() {
        Box<String> reference = boxReference();
        reference.put("a");
        Promise<String> got = reference.get();
        Promise<List<Integer>> list = reference.list(1, 2);
        FakeOutlet.deliver(reference, new Box<String>());
        assertThat(got.await(LIMIT)).isEqualTo("a");
        assertThat(list.await(LIMIT)).containsExactly(1, 2);
    }

    @SuppressWarnings("unchecked")
    private static Box<String> boxReference() {
        return FakeOutlet.reference(Box.class);
    }

    @Test
    void shouldFollowGenericAndCovariantOverrides() throws Exception {
        NameBox reference = FakeOutlet.reference(NameBox.class);
        Box<String> general = reference;
        Callable<?> callable = reference;
        general.put("b"); // through the bridge
        Object called = callable.call(); // covariant
        FakeOutlet.deliver(reference, new NameBox());
        assertThat(((Promise<?>) called).await(LIMIT)).isEqualTo("name b");
        assertThat(signatures(NameBox.class)).containsExactly("call()", "get()", "list(X,X)", "put(String)");
    }

    @Test
    void shouldSendDefaultMethodsAndInheritedInterfaceMethods() {
        Api reference = FakeOutlet.reference(Api.class);
        reference.greet("x");
        ((Sink<String>) reference).accept("y");
        reference.acceptTwice("z");
        Object found = ((Source) reference).find();
        assertThat(reference.here()).startsWith("Api[");
        List<String> log = new ArrayList<>();
        FakeOutlet.deliver(reference, new PlainApi(log));
        assertThat(log).containsExactly("greet x", "y", "z", "z");
        assertThat(((Promise<?>) found).await(LIMIT)).isEqualTo(4);
        assertThat(signatures(Api.class))
                .containsExactly("accept(String)", "acceptTwice(T)", "find()", "greet(String)");
    }

    @Test
    void shouldSendDefaultMethodsOfInterfacesThatAClassImplements() {
        WithDefaults reference = FakeOutlet.reference(WithDefaults.class);
        reference.hello();
        WithDefaults actor = new WithDefaults();
        FakeOutlet.deliver(reference, actor);
        assertThat(actor.heard).isEqualTo("hello");
    }

    @Test
    void shouldRunAbstractLocalPrivateAndInnerClasses() {
        class Local extends AbstractActor {
            @Override
            public void run() {
                super.count += 10;
            }

            @Override
            void hidden() {}
        }
        Local actor = new Local();
        for (Class<? extends AbstractActor> type : List.of(AbstractActor.class, Local.class)) {
            AbstractActor reference = FakeOutlet.reference(type);
            reference.run();
            FakeOutlet.deliver(reference, actor);
        }
        assertThat(((AbstractActor) actor).count).isEqualTo(20);

        Inner inner = FakeOutlet.reference(Inner.class);
        inner.run();
        Inner innerActor = new Inner();
        FakeOutlet.deliver(inner, innerActor);
        assertThat(innerActor.runs).isEqualTo(1);
    }

    @Test
    void shouldAllowMethodsNamedLikeThoseOfTheLibrary() {
        assertThat(signatures(BuiltInNames.class))
                .containsExactly(
                        "address()",
                        "ask()",
                        "close()",
                        "deliver(Object)",
                        "identity()",
                        "method()",
                        "ping()",
                        "self(int)",
                        "stop()",
                        "tell(String)");
        BuiltInNames reference = FakeOutlet.reference(BuiltInNames.class);
        reference.tell("x");
        reference.self(1);
        assertThat(FakeOutlet.of(reference).sent).hasSize(2);
    }

    private static List<String> signatures(Class<?> type) {
        return ReferenceType.of(type, null).methods().stream()
                .map(info -> info.signature())
                .toList();
    }

    private static <T extends Logging<T>> void assertLog(Class<T> type, T actor, Consumer<T> calls, String... log) {
        T reference = FakeOutlet.reference(type);
        calls.accept(reference);
        assertThat(((Logging<?>) actor).log).isEmpty();
        FakeOutlet.deliver(reference, actor);
        assertThat(((Logging<?>) actor).log).containsExactly(log);
    }

    abstract static class Logging<S> extends Actor<S> {
        private final List<String> log = new ArrayList<>();

        void log(String line) {
            log.add(line);
        }
    }

    static class Shapes extends Logging<Shapes> {
        public void put(int value) {
            log("int " + value);
        }

        public void put(long value) {
            log("long " + value);
        }

        public void put(Integer value) {
            log("Integer " + value);
        }

        public void put(String value) {
            log("String " + value);
        }

        public void put(Object value) {
            log("Object " + value);
        }

        public void put(char value) {
            log("char " + value);
        }

        public void wide(long a, double b, float c, short d, byte e, String f, int... g) {
            log(a + " " + b + " " + c + " " + d + " " + e + " " + f + " " + g[0]);
        }

        public void rest(String first, String... others) {
            log(first + " " + Arrays.toString(others));
        }

        public void arrays(long[][] numbers, String[] names) {
            log(Arrays.deepToString(numbers) + " " + Arrays.toString(names));
        }

        public Promise<String> failing() throws IOException {
            throw new IOException("failing");
        }
    }

    static class Box<T> extends Actor<Box<T>> {
        private T value;

        public void put(T newValue) {
            value = newValue;
        }

        public Promise<T> get() {
            return Promise.of(value);
        }

        public <X> Promise<List<X>> list(X one, X other) {
            return Promise.of(List.of(one, other));
        }
    }

    static class NameBox extends Box<String> implements Callable<Object> {
        @Override
        public void put(String newValue) {
            super.put("name " + newValue);
        }

        @Override
        public Promise<String> call() {
            return get();
        }
    }

    interface Sink<T> {
        void accept(T value);

        default void acceptTwice(T value) {
            accept(value);
            accept(value);
        }
    }

    interface Source {
        Object find();
    }

    interface Api extends Sink<String>, Source {
        void greet(String name);

        @Override
        void accept(String value);

        @Override
        Promise<Integer> find();

        @CallerSide
        default String here() {
            return toString();
        }

        static void ignored() {}
    }

    record PlainApi(List<String> log) implements Api {
        @Override
        public void greet(String name) {
            log.add("greet " + name);
        }

        @Override
        public void accept(String value) {
            log.add(value);
        }

        @Override
        public Promise<Integer> find() {
            return Promise.of(log.size());
        }
    }

    interface Greeting {
        default void hello() {
            hear("hello");
        }

        void hear(String word);
    }

    static class WithDefaults extends Actor<WithDefaults> implements Greeting {
        private String heard;

        @Override
        public void hear(String word) {
            heard = word;
        }
    }

    @SuppressWarnings({"EffectivelyPrivate", "UnusedMethod"}) // private on purpose
    private abstract static class AbstractActor extends Actor<AbstractActor> {
        private int count;

        public abstract void run();

        abstract void hidden();
    }

    @SuppressWarnings({"EffectivelyPrivate", "ClassCanBeStatic"}) // private and inner on purpose
    private class Inner extends Actor<Inner> {
        private int runs;

        public void run() {
            runs += LIMIT.isZero() ? 0 : 1;
        }
    }

    static class BuiltInNames extends Actor<BuiltInNames> {
        public void tell(String text) {}

        public Promise<Void> ask() {
            return Promise.done();
        }

        public void close() {}

        public void ping() {}

        public void stop() {}

        public void deliver(Object receiver) {}

        public Promise<String> method() {
            return Promise.of("");
        }

        public Promise<String> address() {
            return Promise.of("");
        }

        public Promise<String> identity() {
            return Promise.of("");
        }

        public void self(int copies) {}
    }
}
