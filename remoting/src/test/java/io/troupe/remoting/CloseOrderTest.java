// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one thread calls before and after it closes a link. The thread is the loop, which closes when it has run all this. */
class CloseOrderTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final BlockingQueue<String> HEARD = new LinkedBlockingQueue<>();

    private final ActorSystem there = ActorSystem.start("there");
    private final ActorSystem here = ActorSystem.start("here");

    @AfterEach
    void close() {
        here.close();
        there.close();
        HEARD.clear();
    }

    /** Writes down what it hears. */
    public static class Ear extends Actor<Ear> {
        public void hear(String word) {
            HEARD.add(word);
        }

        public Promise<Integer> count() {
            return Promise.of(HEARD.size());
        }
    }

    @Test
    void shouldSendWhatWasCalledBeforeAndNothingAfter() throws InterruptedException {
        checkRefused(Link::close);

        assertThat(HEARD.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("before");
        assertThat(there.deadLetters(DeadLetter.Reason.LINK_LOST)).isEqualTo(1);
        here.close();
        assertThat(HEARD).as("after the close").isEmpty();
    }

    @Test
    void shouldRefuseCallsAfterItWasCut() {
        checkRefused(Link::cut);
    }

    /** A call is refused at once, and not when the loop comes to the end of the link. */
    private void checkRefused(Consumer<Link> end) {
        CompletablePromise<Optional<Settled<Integer>>> late = new CompletablePromise<>();
        Remoting.on(there).onLink(link -> {
            Ear ear = link.lookup("ear", Ear.class);
            ear.hear("before");
            end.accept(link);
            ear.hear("after");
            late.complete(ear.count().result());
        });
        String address = Remoting.on(there)
                .listen("tcp://127.0.0.1:0")
                .await(LIMIT)
                .address()
                .toString();
        Remoting.on(here).expose("ear", here.spawn(Ear.class, Ear::new));
        Promise<Link> unused = Remoting.on(here).connect(address);
        assertThat(late.await(LIMIT)).hasValueSatisfying(answer -> assertThat(answer.failure())
                .isInstanceOfSatisfying(LinkLostException.class, lost -> assertThat(lost.maybeExecuted())
                        .isFalse())
                .hasMessageContaining("by the application"));
    }
}
