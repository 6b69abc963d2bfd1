// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SmokeTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    public static class Counter extends Actor<Counter> {
        private int count;

        public void add(int n) {
            count += n;
        }

        public Promise<Integer> get() {
            return Promise.of(count);
        }

        public void count(int n, Callback<Integer> numbers) {
            for (int i = 0; i < n; i++) {
                numbers.item(i);
            }
            numbers.end();
        }

        public Promise<Counter> me() {
            return Promise.of(self());
        }

        public Promise<Integer> twice(Counter other) {
            return other.get().map(n -> n * 2);
        }
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldCallOverALink(Encoding encoding) {
        try (ActorSystem here = ActorSystem.start("here");
                ActorSystem there = ActorSystem.start("there")) {
            Remoting server = Remoting.on(there);
            server.expose("counter", there.spawn(Counter.class, Counter::new));
            String address = server.listen("tcp://127.0.0.1:0", encoding)
                    .await(LIMIT)
                    .address()
                    .toString();
            Remoting client = Remoting.on(here);
            Link link = client.connect(address, encoding).await(LIMIT);
            Counter counter = link.lookup("counter", Counter.class);
            for (int i = 0; i < 1000; i++) {
                counter.add(2);
            }
            assertThat(counter.get().await(LIMIT)).isEqualTo(2000);
            AtomicInteger sum = new AtomicInteger();
            Callback<Integer> numbers = Callback.of(sum::addAndGet);
            counter.count(10, numbers);
            numbers.ended().await(LIMIT);
            Counter me = counter.me().await(LIMIT);
            me.add(1);
            assertThat(me.get().await(LIMIT)).isEqualTo(2001);
            assertThat(counter.twice(me).await(LIMIT)).isEqualTo(4002);
            assertThat(counter.twice(here.spawn(Counter.class, Counter::new)).await(LIMIT))
                    .isEqualTo(0);
            assertThat(link.codec()).isEqualTo(encoding.toString());
        }
    }
}
