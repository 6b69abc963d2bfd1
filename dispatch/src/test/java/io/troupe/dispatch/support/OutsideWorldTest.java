// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.troupe.dispatch.timer.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutsideWorldTest {
    static final class ReadsTime {
        long read() {
            return System.nanoTime();
        }
    }

    static final class RefersToTime {
        LongSupplier time() {
            return System::currentTimeMillis;
        }
    }

    static final class TakesTheClockOfTheMachine {
        Clock clock() {
            return Clock.system();
        }
    }

    static final class DrawsChance {
        Random unseeded() {
            return new Random();
        }
    }

    static final class DrawsOfItsThread {
        int draw() {
            return ThreadLocalRandom.current().nextInt();
        }
    }

    static final class DrawsNames {
        Supplier<UUID> names() {
            return UUID::randomUUID;
        }
    }

    static final class StartsThreads {
        Thread thread() {
            return new Thread(() -> {});
        }
    }

    static final class RunsOnTheCommonPool {
        CompletableFuture<Void> run() {
            return CompletableFuture.runAsync(() -> {});
        }
    }

    static final class RunsInParallel {
        long count(List<String> all) {
            return all.parallelStream().count();
        }
    }

    static final class OrdersByIdentity {
        int order(Object one) {
            return System.identityHashCode(one);
        }
    }

    static final class Waits {
        void wait(CountDownLatch latch) throws InterruptedException {
            latch.await();
        }
    }

    static final class TakesAll {
        Random seeded(Clock clock) {
            return new Random(clock.nanos());
        }
    }

    private static JavaClasses classOf(String name) throws ClassNotFoundException {
        return new ClassFileImporter().importClasses(Class.forName(OutsideWorldTest.class.getName() + "$" + name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ReadsTime",
                "RefersToTime",
                "TakesTheClockOfTheMachine",
                "DrawsChance",
                "DrawsOfItsThread",
                "DrawsNames",
                "StartsThreads",
                "RunsOnTheCommonPool",
                "RunsInParallel",
                "OrdersByIdentity",
                "Waits"
            })
    void shouldRefuseAClassThatReachesOut(String name) throws Exception {
        JavaClasses classes = classOf(name);
        assertThatThrownBy(() -> OutsideWorld.check(classes, Map.of()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(name);
        assertThatCode(() -> OutsideWorld.check(classes, Map.of(OutsideWorldTest.class.getName(), "a reason")))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldAllowAClassThatTakesItsTimeAndChance() throws Exception {
        JavaClasses classes = classOf("TakesAll");
        assertThatCode(() -> OutsideWorld.check(classes, Map.of())).doesNotThrowAnyException();
        assertThatThrownBy(() -> OutsideWorld.check(classes, Map.of(OutsideWorldTest.class.getName(), "a reason")))
                .hasMessageContaining("a reason must be needed");
    }
}
