// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.peer;

import io.troupe.core.error.LinkRefused;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Observer;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import io.troupe.remoting.pacing.Backoff;
import io.troupe.remoting.session.Session;
import io.troupe.remoting.transport.Address;
import io.troupe.remoting.transport.Connection;
import io.troupe.remoting.transport.Transport;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A link that this process dials: again and again, with growing pauses, until it is closed. The first attempt decides: if it
 * fails, the link is closed. Its states change under its lock; the work of dialling is the transport's.
 */
public final class DialledLink extends BasicLink {
    private final Transport transport;
    private final Address address;
    private final Consumer<Link> onEnd;
    private final CompletablePromise<Link> first = new CompletablePromise<>();
    private final Backoff backoff = new Backoff(ThreadLocalRandom.current());

    /** Guarded by this. */
    private boolean closed;

    private boolean ended;

    private @Nullable Timeout retry;
    private @Nullable Connection connection;

    /**
     * Not dialled yet.
     *
     * @param config of links
     * @param transport that dials
     * @param address of the other side
     * @param onEnd told when it is closed for good
     */
    public DialledLink(LinkConfig config, Transport transport, Address address, Consumer<Link> onEnd) {
        super(config);
        this.transport = transport;
        this.address = address;
        this.onEnd = onEnd;
    }

    /**
     * Dials.
     *
     * @return fulfilled when it is up for the first time; fails with {@link LinkRefused} if that attempt does
     */
    public Promise<Link> dial() {
        LinkEnd end = new LinkEnd(config(), true, this, this::refused);
        new Observer<Connection>() {
            @Override
            protected void onValue(@Nullable Connection opened) {
                opened(opened);
            }

            @Override
            protected void onFailure(Throwable cause) {
                refused(String.valueOf(cause.getMessage()));
            }
        }.observe(transport.connect(address, end));
        return first;
    }

    private void opened(@Nullable Connection opened) {
        boolean late;
        synchronized (this) {
            connection = opened;
            late = closed;
        }
        if (late && opened != null) {
            opened.abort();
        }
    }

    @Override
    void cameUp() {
        synchronized (this) {
            backoff.reset();
        }
        first.complete(this);
    }

    @Override
    void wentDown(String cause) {
        if (first.isSettled()) {
            again(cause);
        } else {
            refused(cause); // both have agreed on a codec, but the other side has not said hello
        }
    }

    /** An attempt has failed before a session came up. */
    private void refused(String cause) {
        downBecause(cause);
        if (first.isSettled()) {
            again(cause);
        } else {
            end(cause); // before the caller is told, who may dial anew
            first.fail(new LinkRefused("no link could be made: address=" + address + ", cause=" + cause));
        }
    }

    private void again(String cause) {
        boolean over;
        synchronized (this) {
            over = closed || !config().reconnect();
            if (!over) {
                retry = config().host().callbackLane().schedule(backoff.next(), this::redial);
            }
        }
        if (over) {
            end(cause);
        } else {
            become(LinkState.DOWN, cause);
        }
    }

    private void redial() {
        synchronized (this) {
            if (closed) {
                return;
            }
        }
        become(LinkState.CONNECTING, "");
        dial();
    }

    private void end(String cause) {
        synchronized (this) {
            closed = true;
            if (ended) {
                return;
            }
            ended = true;
        }
        become(LinkState.CLOSED, cause);
        onEnd.accept(this);
    }

    /** Whether somebody has closed it, though it may still be sending what waits. Any thread. */
    public synchronized boolean isClosing() {
        return closed;
    }

    @Override
    public String peer() {
        return address.toString();
    }

    @Override
    public void close() {
        Connection open;
        synchronized (this) {
            closed = true;
            if (retry != null) {
                retry.cancel();
            }
            open = connection;
        }
        Session up = session();
        if (up != null) {
            up.close("closed by the application");
        } else {
            if (open != null) {
                open.abort();
            }
            end("closed by the application");
            first.fail(new LinkRefused("the link was closed before it came up: address=" + address));
        }
    }
}
