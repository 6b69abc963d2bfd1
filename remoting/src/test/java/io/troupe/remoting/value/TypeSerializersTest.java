// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.Samples;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TypeSerializersTest {
    private final TypeSerializers serializers = new TypeSerializers();

    static class Customer {}

    record Order(int id, Customer customer) {}

    record Basket(List<Order> orders) {}

    record Endless<T>(T value, Endless<List<T>> next) {}

    record Secret(int value) {}

    sealed interface Leaky permits Fine, Open {}

    record Fine() implements Leaky {}

    non-sealed interface Open extends Leaky {}

    interface Orders {
        Promise<Integer> place(Order order);

        void take(int count, List<? extends Map<String, int[]>> all);

        Promise<Samples.Node> node();

        int wrong();
    }

    public static class Counter extends Actor<Counter> {
        public void add(int n) {}
    }

    private static MethodInfo method(String name) {
        Method method = Arrays.stream(Orders.class.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return MethodInfo.of(Orders.class, method);
    }

    @Test
    void shouldSayHowARefusedTypeWasReachedAndWhatToDo() {
        assertThatThrownBy(() -> serializers.of(method("place")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a type that travels must have an encoding: Customer is a class, make it a record, or register an"
                                + " adapter: type=" + Customer.class.getName()
                                + ", reachedBy=Orders.place(Order) → Order.customer → Customer");
        assertThatThrownBy(() -> serializers.register(Basket.class))
                .hasMessageEndingWith("reachedBy=Basket.orders → Order.customer → Customer");
    }

    @Test
    void shouldKeepNothingOfWhatItRefuses() {
        assertThatThrownBy(() -> serializers.of(Basket.class)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> serializers.of(Order.class)).isInstanceOf(IllegalArgumentException.class);

        serializers.adapt(Customer.class, Secret.class, customer -> new Secret(1), secret -> new Customer());

        assertThat(serializers.of(Basket.class)).isSameAs(serializers.of(Basket.class));
    }

    @Test
    void shouldGiveAReasonForEachKindOfType() {
        refused(IllegalStateException.class, "is an exception");
        refused(Class.class, "name classes to load");
        refused(Runnable.class, "is code");
        refused(Consumer.class, "is code");
        refused(Callable.class, "is code");
        refused(CompletableFuture.class, "use Promise");
        refused(CompletablePromise.class, "is a class");
        refused(ArrayList.class, "is a class");
        refused(Thread.class, "is a class");
        refused(Customer[].class, "is a class");
        refused(AutoCloseable.class, "is code");
        refused(java.util.Iterator.class, "seal it over records");
        refused(Leaky.class, "seal it over records");
        refused(Endless.class, "type arguments without end");
        refused(new Samples.TypeOf<List<? extends Customer>>() {}.type(), "is a class");
    }

    private void refused(Type type, String reason) {
        assertThatThrownBy(() -> serializers.of(type))
                .as(type.getTypeName())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldTakeActorsAndTheirInterfacesAsReferences() {
        assertThat(serializers.of(Counter.class)).isInstanceOf(HandleSerializers.ReferenceSerializer.class);
        assertThat(serializers.of(Samples.Printer.class)).isInstanceOf(HandleSerializers.ReferenceSerializer.class);
        assertThat(serializers.of(Callback.class)).isInstanceOf(HandleSerializers.CallbackSerializer.class);
        assertThat(serializers.of(Promise.class)).isInstanceOf(HandleSerializers.PromiseSerializer.class);
        refused(Orders.class, "is an interface");
    }

    @Test
    void shouldDescribeMethods() {
        MethodSerializer take = serializers.of(method("take"));

        assertThat(take.parameters()).hasSize(2);
        assertThat(take.result()).isSameAs(serializers.of(Void.class));
        assertThat(serializers.of(method("node")).result()).isSameAs(serializers.of(Samples.Node.class));
        assertThatThrownBy(() -> serializers.of(method("wrong")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must return nothing or a Promise")
                .hasMessageContaining("result=int");
    }

    @Test
    void shouldNameMethodsByTheirErasure() {
        assertThat(TypeSerializers.wireName(method("take"))).isEqualTo("take(int,java.util.List)");
        assertThat(TypeSerializers.wireName(method("node"))).isEqualTo("node()");
    }

    @Test
    void shouldMakeEachShapeOnce() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            Type type = new Samples.TypeOf<Samples.Page<Samples.Order>>() {}.type();
            List<Callable<TypeSerializer<?>>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tasks.add(() -> serializers.of(type));
            }
            List<Object> made = new ArrayList<>();
            for (var each : pool.invokeAll(tasks, 30, TimeUnit.SECONDS)) {
                made.add(each.get());
            }
            assertThat(made).allMatch(each -> each == made.get(0));
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void shouldRefuseToSayThingsAboutTypesThatAreInUse() {
        serializers.register(Secret.class);

        assertThatThrownBy(() -> serializers.alias(Secret.class, "secret")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> serializers.adapt(
                        Secret.class, Samples.Empty.class, s -> new Samples.Empty(), e -> new Secret(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("an adapter must be given before its type is used");
    }

    @Test
    void shouldRefuseTwoTypesOfOneName() {
        serializers.alias(Secret.class, "thing");
        serializers.alias(Samples.Empty.class, "thing");
        serializers.register(Secret.class);

        assertThatThrownBy(() -> serializers.register(Samples.Empty.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name=thing");
    }

    @Test
    void shouldMakeRecordsWithBorrowedRights() {
        serializers.lookup(MethodHandles.lookup());

        assertThatCode(() -> serializers.register(Secret.class)).doesNotThrowAnyException();
    }

    @Test
    void shouldSayHowToOpenARecord() {
        assertThat(TypeRefusals.closed(Secret.class))
                .contains("opens io.troupe.remoting.value to io.troupe.remoting")
                .contains("WireTypes.lookup");
    }
}
