// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.ActorException;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** Items of a publisher on the other side that cannot be read: nothing of what came along in them stays. */
class UnreadableItemTest {
    private static final long CALLBACK = 3;

    /** An item with somebody to answer. */
    public record Offer(Callback<Integer> to, int price) {}

    /** Wants some. */
    private static final class Buyer implements Flow.Subscriber<Offer> {
        private final List<Throwable> failures = new CopyOnWriteArrayList<>();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(2);
        }

        @Override
        public void onNext(Offer item) {
            throw new IllegalStateException("an offer without a price must not come: " + item);
        }

        @Override
        public void onError(Throwable cause) {
            failures.add(cause);
        }

        @Override
        public void onComplete() {}
    }

    @Test
    void shouldGiveBackTheCallbackOfAnItemThatCannotBeRead() throws IOException {
        List<Link> links = new CopyOnWriteArrayList<>();
        Buyer buyer = new Buyer();
        try (ActorSystem system = ActorSystem.start("node")) {
            Remoting remoting = Remoting.on(system);
            remoting.onLink(links::add);
            int port = remoting.listen("tcp://127.0.0.1:0")
                    .await(Victim.LIMIT)
                    .address()
                    .port();
            try (RawPeer peer = RawPeer.greeted(port, Encoding.JSON)) {
                Await.until("the link is up", Victim.LIMIT, () -> !links.isEmpty());
                links.get(0).publisher("offers", Offer.class).subscribe(buyer);
                long stream = peer.await(Frame.Open.class, open -> true).stream();
                peer.await(Frame.Request.class, request -> request.stream() == stream);
                peer.send("{\"t\":\"item\",\"s\":" + stream + ",\"v\":{\"to\":{\"@callback\":" + CALLBACK
                        + "},\"price\":\"much\"}}\n");
                peer.await(Frame.Cancel.class, cancel -> cancel.stream() == CALLBACK);
                peer.await(Frame.Cancel.class, cancel -> cancel.stream() == stream);
            }
            Await.until("the buyer is told", Victim.LIMIT, () -> !buyer.failures.isEmpty());
        }
        assertThat(buyer.failures)
                .singleElement()
                .isInstanceOf(ActorException.class)
                .satisfies(cause -> assertThat(cause).hasMessageContaining("price"));
    }
}
