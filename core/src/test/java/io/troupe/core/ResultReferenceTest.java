// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** An actor's own object leaves as its reference, whichever way a result takes. */
class ResultReferenceTest {
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    interface Shop {
        Promise<Object> by(Way way);

        Promise<List<Object>> all();
    }

    /** How a result is made. */
    interface Way {
        Promise<Object> result(Object actor);
    }

    static final class PlainShop implements Shop {
        @Override
        public Promise<Object> by(Way way) {
            return way.result(this);
        }

        @Override
        public Promise<List<Object>> all() {
            return Promise.all(Promise.of(this), Promise.<Object>of("x").map(x -> this));
        }
    }

    static class ActorShop extends Actor<Shop> implements Shop {
        @Override
        public Promise<Object> by(Way way) {
            return way.result(this);
        }

        @Override
        public Promise<List<Object>> all() {
            return Promise.all(Promise.of(this), Promise.<Object>of("x").map(x -> this));
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldLeaveAsReferenceWhicheverWayItIsReturned() {
        Shop plain = test.system.spawn(Shop.class, PlainShop::new);
        Shop actor = test.system.spawn(Shop.class, ActorShop::new);
        return Stream.of(plain, actor)
                .flatMap(shop -> Stream.of(
                        way(shop, "of", Promise::of),
                        way(shop, "map", self -> Promise.of("x").map(x -> self)),
                        way(shop, "flatMap", self -> Promise.of("x").flatMap(x -> Promise.of(self))),
                        way(shop, "recover", self -> Promise.failed(new IllegalStateException("x"))
                                .recover(x -> self)),
                        way(shop, "race", self -> Promise.race(Promise.of(self), new CompletablePromise<>())),
                        way(
                                shop,
                                "any",
                                self -> Promise.any(Promise.failed(new IllegalStateException("x")), Promise.of(self))),
                        way(shop, "then", self -> Promise.of(self).then(x -> {})),
                        way(shop, "complete", self -> {
                            CompletablePromise<Object> promise = new CompletablePromise<>();
                            promise.complete(self);
                            return promise;
                        }),
                        way(shop, "stage", self -> Promise.from(CompletableFuture.completedFuture(self))),
                        way(
                                shop,
                                "future",
                                self -> Promise.from(Promise.of(self).toCompletableFuture())),
                        way(shop, "blocking", self -> ActorContext.current().blocking(() -> self)),
                        way(shop, "blocking, mapped", self -> ActorContext.current()
                                .blocking(() -> self)
                                .map(x -> x))));
    }

    private DynamicTest way(Shop shop, String name, Way way) {
        return DynamicTest.dynamicTest(shop + " " + name, () -> assertThat(test.result(shop.by(way)))
                .isInstanceOf(Reference.class)
                .isEqualTo(shop));
    }

    @Test
    void shouldLeaveAsReferenceInACombination() {
        Shop plain = test.system.spawn(Shop.class, PlainShop::new);

        assertThat(test.result(plain.all())).containsExactly(plain, plain).allMatch(Reference.class::isInstance);
    }

    @Test
    void shouldNotShowTheObjectInASettledPromise() {
        Shop plain = test.system.spawn(Shop.class, PlainShop::new);
        Object[] seen = new Object[2];
        test.result(plain.by(self -> {
            seen[0] = Promise.of(self).result().orElseThrow().value();
            seen[1] = settled(() -> Promise.of(self).toCompletableFuture());
            return Promise.of("done");
        }));

        assertThat(seen).containsExactly(plain, plain).allMatch(Reference.class::isInstance);
    }

    private static Object settled(Supplier<CompletableFuture<Object>> future) {
        return future.get().getNow(null);
    }
}
