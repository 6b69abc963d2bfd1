// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.rsocket;

import io.rsocket.Payload;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The items of a channel, sent by one thread that waits while it has no credit. A source of Reactor's with a queue would do
 * the same with one queue more.
 */
final class CreditedSource implements Publisher<Payload>, Subscription {
    private static final int MOST = Integer.MAX_VALUE / 2;

    private final Semaphore credits = new Semaphore(0);
    /** Set when the channel is opened, which is before the first credit. */
    private volatile @Nullable Subscriber<? super Payload> subscriber;
    /** Credits taken from the semaphore and not used; the sender's. */
    private int left;

    @Override
    public void subscribe(Subscriber<? super Payload> channel) {
        subscriber = channel;
        channel.onSubscribe(this);
    }

    void send(Payload payload) {
        if (left == 0) {
            credits.acquireUninterruptibly();
            left = 1 + credits.drainPermits();
        }
        left--;
        Subscriber<? super Payload> channel = subscriber;
        if (channel == null) {
            throw new IllegalStateException("channel must be open: credits=" + left);
        }
        channel.onNext(payload);
    }

    @Override
    public void request(long more) {
        credits.release((int) Math.min(more, MOST));
    }

    @Override
    public void cancel() {
        System.err.println("channel was cancelled by the server");
    }
}
