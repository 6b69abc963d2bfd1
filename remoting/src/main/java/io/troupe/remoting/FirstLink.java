// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Observer;
import io.troupe.core.continuation.OwnedPromise;
import io.troupe.core.continuation.Promises;
import io.troupe.core.host.OutletHost;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import org.jspecify.annotations.Nullable;

/** A link that is dialled for the first time. Tells whoever has waited long enough why there is none so far. */
final class FirstLink implements OwnedPromise.Owner {
    private final OutletHost host;
    private final Link link;
    private final @Nullable CallbackExecutor executor = CallbackExecutor.current();
    private final OwnedPromise<Link> promise = Promises.owned(this);

    FirstLink(OutletHost host, Link link) {
        this.host = host;
        this.link = link;
    }

    Promise<Link> promise() {
        return promise;
    }

    /**
     * Settles it.
     *
     * @param dialled what has become of the link
     */
    void settleLike(Promise<Link> dialled) {
        new Observer<Link>() {
            @Override
            protected void onValue(@Nullable Link up) {
                promise.complete(up);
            }

            @Override
            protected void onFailure(Throwable cause) {
                promise.fail(cause);
            }
        }.observe(dialled);
    }

    @Override
    public @Nullable CallbackExecutor executor() {
        return executor;
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return host.isDriven() ? host.outsideExecutor() : OwnedPromise.Owner.super.outsideExecutor();
    }

    @Override
    public boolean isReported() {
        return false;
    }

    @Override
    public String label() {
        return "the first link to " + link.peer();
    }

    @Override
    public String whereabouts() {
        LinkLoss last = link.lastLoss();
        return "dialling, address=" + link.peer() + (last == null ? "" : ", lastAttempt=" + last.cause());
    }
}
