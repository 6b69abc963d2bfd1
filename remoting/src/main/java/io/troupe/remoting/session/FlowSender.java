// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.error.LinkLostException;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.pacing.Credit;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Subscribes to a publisher of this process for a subscriber of another one. Requests no more than that one has, and no more than
 * a window at a time. What comes over the link comes on its loop, the publisher is called on the lane, and calls on any thread.
 */
final class FlowSender implements StreamHandler, Flow.Subscriber<Object> {
    private final OutboundStream out;
    private final TypeSerializer<?> serializer;
    private final PublisherLane lane;
    private final int window;

    // ---- guarded by this
    private final Credit credit = new Credit();
    private Flow.@Nullable Subscription subscription;
    /** Requested from the publisher and not published yet. */
    private long awaited;
    /** Published and not sent yet. */
    private long unsent;

    private boolean over;

    FlowSender(OutboundStream out, TypeSerializer<?> serializer, CallbackExecutor executor, int window) {
        this.out = out;
        this.serializer = serializer;
        this.lane = new PublisherLane(executor, this::give);
        this.window = window;
    }

    void begin(Flow.Publisher<?> publisher) {
        lane.run(() -> publisher.subscribe(this));
    }

    // ---- from the link -------------------------------------------------------------------------------------------

    @Override
    public void onRequest(long count) {
        if (count <= 0) {
            breakOff("a request must be for 1 item or more: n=" + count);
            return;
        }
        synchronized (this) {
            credit.request(count);
        }
        lane.run(this::pull);
    }

    @Override
    public boolean onEnd(@Nullable Failure failure) {
        onCancel();
        return true;
    }

    @Override
    public void onCancel() {
        out.cancelled();
        lane.run(this::stop);
    }

    @Override
    public void onFail(Failure failure) {
        onCancel();
    }

    @Override
    public void onLost(LinkLostException cause) {
        onCancel();
    }

    // ---- to the publisher, on the lane ---------------------------------------------------------------------------

    private void pull() {
        Flow.Subscription to;
        long count;
        synchronized (this) {
            to = subscription;
            if (over || to == null) {
                return;
            }
            count = credit.take(window - awaited - unsent);
            awaited += count;
        }
        if (count > 0) {
            to.request(count);
        }
    }

    private void stop() {
        Flow.Subscription to;
        synchronized (this) {
            over = true;
            to = subscription;
            subscription = null;
        }
        if (to != null) {
            to.cancel();
        }
    }

    private void breakOff(String why) {
        out.fail(why);
        lane.run(this::stop);
    }

    private void give(Throwable cause) {
        out.end(cause);
        synchronized (this) {
            over = true;
            subscription = null;
        }
    }

    // ---- from the publisher --------------------------------------------------------------------------------------

    @Override
    public void onSubscribe(Flow.Subscription given) {
        Objects.requireNonNull(given, "subscription");
        boolean refused;
        synchronized (this) {
            refused = over || subscription != null;
            if (!refused) {
                subscription = given;
            }
        }
        if (refused) {
            given.cancel();
        } else {
            lane.run(this::pull);
        }
    }

    @Override
    public void onNext(Object item) {
        Objects.requireNonNull(item, "item");
        boolean asked;
        synchronized (this) {
            if (over) {
                return;
            }
            asked = awaited > 0;
            awaited--;
            unsent++;
        }
        if (asked) {
            out.offer(new FlowItem(item));
        } else {
            breakOff("a publisher must not publish more than was requested");
        }
    }

    @Override
    public void onError(Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        finish(cause);
    }

    @Override
    public void onComplete() {
        finish(null);
    }

    private void finish(@Nullable Throwable cause) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            subscription = null;
        }
        out.end(cause);
    }

    /** On the loop. */
    private void sent() {
        boolean more;
        synchronized (this) {
            unsent--;
            more = !over && credit.left() > 0 && awaited + unsent <= window / 2;
        }
        if (more) {
            lane.run(this::pull);
        }
    }

    private final class FlowItem extends StreamItem {
        FlowItem(Object value) {
            super(serializer, value);
        }

        @Override
        public @Nullable Frame frame(OutCell cell) {
            sent();
            return super.frame(cell);
        }

        @Override
        public void notSent(WireException cause) {
            breakOff(String.valueOf(cause.getMessage()));
        }
    }
}
