// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.Observer;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Sends what a publisher has into a channel, and requests one element for each that the channel has taken. */
final class SenderSubscriber<T> implements Flow.Subscriber<T> {
    private final Sender<T> sender;
    private final int ahead;
    private final CompletablePromise<Void> end = new CompletablePromise<>();

    // ---- guarded by this
    private Flow.@Nullable Subscription subscription;
    private int underWay;
    private boolean completed;
    private boolean over;

    SenderSubscriber(Sender<T> sender, int ahead) {
        if (ahead < 1) {
            throw new IllegalArgumentException("at least 1 element must be under way: ahead=" + ahead);
        }
        this.sender = sender;
        this.ahead = ahead;
        Observer.whenSettled(end, this::stop); // cancelled by who waits for it, or settled by this
    }

    Promise<Void> end() {
        return end;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        Objects.requireNonNull(given, "subscription");
        boolean first;
        synchronized (this) {
            first = subscription == null && !over;
            if (first) {
                subscription = given;
            }
        }
        if (first) {
            request(given, ahead);
        } else {
            cancel(given); // rule 2.5
        }
    }

    /** Against rule 3.16 a subscription may throw: then nobody knows what it will publish. */
    private void request(Flow.Subscription from, long count) {
        try {
            from.request(count);
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Whoever receives learns, too, that nothing more comes. */
    private void fail(Throwable cause) {
        sender.fail(cause);
        end.fail(cause);
    }

    /** Against rule 3.15 a subscription may throw: what else depends on the end must be told all the same. */
    private static void cancel(Flow.Subscription from) {
        try {
            from.cancel();
        } catch (Throwable e) {
            OutsideExecutors.ofNoSystem().ofThisThread().failed(e);
        }
    }

    @Override
    public void onNext(T element) {
        Objects.requireNonNull(element, "element");
        synchronized (this) {
            if (over) {
                return; // one that was on its way when the subscription was cancelled (rule 2.8)
            }
            underWay++;
        }
        sender.send(element).onComplete((nothing, failure) -> sent(failure));
    }

    private void sent(@Nullable Throwable failure) {
        if (failure != null) {
            fail(failure); // changes nothing for a channel that has ended
            return;
        }
        Flow.Subscription from;
        boolean last;
        synchronized (this) {
            underWay--;
            last = completed && underWay == 0;
            from = completed || over ? null : subscription;
        }
        if (last) {
            end.complete(null);
        } else if (from != null) {
            request(from, 1);
        }
    }

    @Override
    public void onError(Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        forget();
        fail(cause);
    }

    @Override
    public void onComplete() {
        boolean last;
        synchronized (this) {
            completed = true;
            subscription = null;
            last = underWay == 0;
        }
        sender.close(); // behind what waits to be sent
        if (last) {
            end.complete(null);
        }
    }

    private synchronized void forget() {
        subscription = null;
        completed = true;
    }

    private void stop() {
        Flow.Subscription from;
        synchronized (this) {
            over = true;
            from = subscription;
            subscription = null;
        }
        if (from != null) {
            cancel(from);
        }
    }
}
