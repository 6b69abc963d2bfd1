// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.relay.ElementSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to a publisher of this process, for a subscriber of another one. It requests what that one has asked for and no
 * more. The publisher cannot take elements back: those that it has published and that nobody gets are lost, and counted. Polled
 * on the loop; the methods of the publisher are called on the lane, and those of the subscriber on any thread.
 */
final class FlowSource implements ElementSource, Flow.Subscriber<Object> {
    /**
     * Elements that are requested or wait to be sent at most, whatever the other side asks for: as many as that one asks for
     * by the rules.
     */
    private static final int MOST = 1024;

    private final PublisherLane lane;
    private final Runnable onChange;
    private final Consumer<Object> onLost;

    // ---- guarded by this
    private final Deque<Object> published = new ArrayDeque<>();
    private Flow.@Nullable Subscription subscription;

    /** Asked for by the other side, and not requested from the publisher yet. */
    private long wanted;

    /** Requested from the publisher and not published yet. */
    private long awaited;

    private boolean ended;
    private @Nullable Throwable failure;
    private boolean over;

    /**
     * Not subscribed so far.
     *
     * @param executor runs the methods of the publisher; with the context of the calling thread
     * @param onChange as for other sources
     * @param onLost gets each element that was published and that nobody gets
     */
    FlowSource(CallbackExecutor executor, Runnable onChange, Consumer<Object> onLost) {
        this.lane = new PublisherLane(executor, this::finish);
        this.onChange = onChange;
        this.onLost = onLost;
    }

    void begin(Flow.Publisher<?> publisher) {
        lane.run(() -> publisher.subscribe(this));
    }

    // ---- from the link -------------------------------------------------------------------------------------------

    @Override
    public void wants(long count) {
        synchronized (this) {
            wanted = wanted + count < 0 ? Long.MAX_VALUE : wanted + count;
        }
        lane.run(this::request);
    }

    @Override
    public @Nullable Object poll() {
        Object element;
        boolean more;
        synchronized (this) {
            element = published.poll();
            more = element != null && wanted > 0 && awaited + published.size() <= MOST / 2;
        }
        if (more) {
            lane.run(this::request);
        }
        return element;
    }

    @Override
    public synchronized boolean isEnded() {
        return ended && published.isEmpty();
    }

    @Override
    public synchronized @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public void rest() {}

    @Override
    public void giveBack(Object element) {
        onLost.accept(element);
    }

    @Override
    public void lost(Object element) {
        onLost.accept(element);
    }

    @Override
    public void shut(@Nullable Throwable cause) {}

    @Override
    public boolean detach() {
        Object[] left;
        synchronized (this) {
            over = true;
            left = published.toArray();
            published.clear();
        }
        for (Object element : left) {
            onLost.accept(element);
        }
        lane.run(this::cancel);
        return false;
    }

    // ---- to the publisher, on the lane ---------------------------------------------------------------------------

    private void request() {
        Flow.Subscription to;
        long count;
        synchronized (this) {
            to = subscription;
            if (over || to == null) {
                return;
            }
            count = Math.min(wanted, MOST - awaited - published.size());
            wanted -= count;
            awaited += count;
        }
        if (count > 0) {
            to.request(count);
        }
    }

    private void cancel() {
        Flow.Subscription to;
        synchronized (this) {
            to = subscription;
            subscription = null;
        }
        if (to != null) {
            to.cancel();
        }
    }

    // ---- from the publisher --------------------------------------------------------------------------------------

    @Override
    public void onSubscribe(Flow.Subscription given) {
        Objects.requireNonNull(given, "subscription");
        boolean refused;
        synchronized (this) {
            refused = over || ended || subscription != null;
            if (!refused) {
                subscription = given;
            }
        }
        if (refused) {
            given.cancel();
        } else {
            lane.run(this::request);
        }
    }

    @Override
    public void onNext(Object element) {
        Objects.requireNonNull(element, "element");
        boolean asked;
        boolean kept;
        synchronized (this) {
            asked = awaited > 0;
            kept = asked && !over && !ended;
            if (kept) {
                awaited--;
                published.add(element);
            }
        }
        if (kept) {
            onChange.run();
            return;
        }
        onLost.accept(element);
        if (!asked) {
            finish(new IllegalStateException("a publisher must not publish more than was requested"));
            lane.run(this::cancel);
        }
    }

    @Override
    public void onError(Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        forget();
        finish(cause);
    }

    @Override
    public void onComplete() {
        forget();
        finish(null);
    }

    private synchronized void forget() {
        subscription = null;
    }

    private void finish(@Nullable Throwable cause) {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            failure = cause;
        }
        onChange.run();
    }
}
