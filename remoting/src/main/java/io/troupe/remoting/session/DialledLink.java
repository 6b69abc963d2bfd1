// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.Observer;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.Transport;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.remoting.pacing.Backoff;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link that this process dials: again and again, with growing pauses, until it is closed. If the first link is not made in time,
 * or is refused for good, the link is closed. Its states change under its lock; the work of dialling is the transport's.
 */
public final class DialledLink extends BasicLink {
    private static final Logger LOG = LoggerFactory.getLogger(DialledLink.class);
    private static final int MOST_CAUSES = 20;

    private final Transport transport;
    private final Address address;
    private final String lane;
    private final Consumer<Link> onEnd;
    private final SettablePromise<Link> first;
    private final Backoff backoff;

    /** What its sessions have in common of which a later one ends the one before; nobody can guess it. Guarded by this. */
    private String name;

    private long sessions; // guarded by this

    /** Guarded by this. */
    private boolean closed;

    private boolean ended;
    private long begunAt;
    /** For the greeting of the attempt that is under way. */
    private volatile @Nullable String token;

    private boolean begun;

    /** A session whose other side has said that it goes, while this link is dialled again. */
    private @Nullable Session parting;

    private @Nullable Timeout retry;
    private @Nullable Connection connection;

    /**
     * Not dialled yet.
     *
     * @param config of links
     * @param transport that dials
     * @param address of the other side
     * @param lane that tells it from others to the same address; empty: the usual one
     * @param onEnd told when it is closed for good
     */
    public DialledLink(LinkConfig config, Transport transport, Address address, String lane, Consumer<Link> onEnd) {
        super(config);
        this.first = config.host().newPromise();
        this.backoff = new Backoff(config.host().random());
        this.name = config.newId();
        this.transport = transport;
        this.address = address;
        this.lane = lane;
        this.onEnd = onEnd;
    }

    /**
     * Dials.
     *
     * @return fulfilled when it is up for the first time; fails with {@link LinkRefusedException} if that does not come about
     *     in time
     */
    public Promise<Link> dial() {
        synchronized (this) {
            if (!begun) {
                begun = true;
                begunAt = config().host().clock().nanos();
            }
        }
        try {
            token = token();
        } catch (IllegalArgumentException e) {
            refused(String.valueOf(e.getMessage()), LinkLoss.Reason.REFUSED);
            return first;
        }
        LinkHandler end = new LinkHandler(config(), true, this, this::refused);
        new Observer<Connection>() {
            @Override
            protected void onValue(@Nullable Connection opened) {
                opened(opened);
            }

            @Override
            protected void onFailure(Throwable cause) {
                refused(String.valueOf(cause.getMessage()), reasonOf(cause));
            }
        }.observe(transport.connect(address, end));
        return first;
    }

    /** Proves who dials; what its supplier says of its failures may be as secret as itself. */
    private @Nullable String token() {
        Supplier<String> supplier = config().dial().token();
        if (supplier == null) {
            return null;
        }
        String given;
        try {
            given = supplier.get();
        } catch (Throwable e) {
            throw new IllegalArgumentException("the supplier of the token must not throw: type="
                    + e.getClass().getName());
        }
        if (given == null || given.isEmpty() || given.length() > DialConfig.MOST_TOKEN) {
            throw new IllegalArgumentException("a token must have 1 to " + DialConfig.MOST_TOKEN
                    + " characters: length=" + (given == null ? "none" : given.length()));
        }
        return given;
    }

    @Override
    public Map<String, String> properties() {
        Map<String, String> all = new HashMap<>(super.properties());
        String proof = token;
        if (proof != null) {
            all.put(Frame.Hello.TOKEN, proof);
        }
        synchronized (this) {
            all.put(Frame.Hello.LINK, name + ":" + ++sessions);
        }
        return all;
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
    void cameUp(Session up, Map<String, String> peer) {
        boolean late;
        synchronized (this) {
            backoff.reset();
            late = closed;
        }
        first.complete(this);
        if (late) { // closed while its last session was still answering, and this one greeted
            up.close("closed by the application");
        }
    }

    @Override
    void wentDown(Session gone, LinkLoss loss) {
        if (isParted(gone)) {
            return;
        }
        if (first.isSettled()) {
            again(loss.cause(), Long.MAX_VALUE);
        } else {
            refused(loss.cause(), loss.reason()); // both have agreed on a codec, but the other side has not said hello
        }
    }

    /** Whether this session has left before, and the link goes on without it. */
    private boolean isParted(Session gone) {
        synchronized (this) {
            if (parting != gone) {
                return false;
            }
            parting = null;
            if (closed) {
                return session() != null; // that one will end the link
            }
        }
        if (state() == LinkState.DRAINING) {
            become(LinkState.DOWN, gone.downBecause());
        }
        return true;
    }

    /** The next session begins while the last one still answers. */
    @Override
    void left(Session going) {
        synchronized (this) {
            if (!closed && config().reconnect() && parting == null) {
                parting = going;
                name = config().newId(); // the next session is not to end it
                retry = config().host().outsideExecutor().schedule(backoff.next(), this::redial);
            }
        }
    }

    /** What TLS does not accept will not be accepted the next time; an answer that has not come may. */
    private static LinkLoss.Reason reasonOf(Throwable failure) {
        Throwable next = failure;
        for (int depth = 0; next != null && depth < MOST_CAUSES; depth++) {
            if (next instanceof SSLException) {
                boolean late = String.valueOf(next.getMessage()).contains("timed out");
                return late ? LinkLoss.Reason.SILENT : LinkLoss.Reason.REFUSED;
            }
            next = next.getCause();
        }
        return LinkLoss.Reason.UNREACHABLE;
    }

    /** An attempt has failed before a session came up. */
    private void refused(String cause, LinkLoss.Reason reason) {
        downBecause(new LinkLoss(reason, cause));
        if (first.isSettled()) {
            again(cause, Long.MAX_VALUE);
            return;
        }
        long left = firstLeft();
        boolean forGood = reason == LinkLoss.Reason.REFUSED || reason == LinkLoss.Reason.BROKEN;
        if (left > 0 && !forGood) {
            LOG.debug("there is no link yet, it is dialled again: address={}, cause={}", address, cause);
            again(cause, left);
        } else {
            end(cause); // before the caller is told, who may dial anew
            first.fail(new LinkRefusedException("no link could be made: address=" + address + ", cause=" + cause));
        }
    }

    /** Nanoseconds that are left for the first link. */
    private synchronized long firstLeft() {
        long limit = config().reconnect() ? config().dial().firstWithin().toNanos() : 0;
        return limit - (config().host().clock().nanos() - begunAt);
    }

    private void again(String cause, long longest) {
        boolean over;
        synchronized (this) {
            over = closed || !config().reconnect();
            if (!over) {
                retry = config().host().outsideExecutor().schedule(Math.min(longest, backoff.next()), this::redial);
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

    @Override
    public void redialNow() {
        boolean now;
        synchronized (this) {
            now = retry != null && retry.cancel();
        }
        if (now) {
            redial();
        }
    }

    @Override
    public void cut() {
        String why = "cut by the application";
        end(new LinkLoss(LinkLoss.Reason.CUT, why), session -> session.cut(why));
    }

    @Override
    void closing() {
        synchronized (this) {
            closed = true;
            if (retry != null) {
                retry.cancel();
            }
        }
    }

    private void end(LinkLoss loss, Consumer<Session> last) {
        closing();
        Connection open;
        Session old;
        synchronized (this) {
            open = connection;
            old = parting;
        }
        Session up = session();
        if (up != null) {
            last.accept(up);
        } else {
            endUnmade(open, loss);
        }
        if (old != null && old != up) {
            last.accept(old);
        }
    }

    /** There is no session that would have to end first. */
    private void endUnmade(@Nullable Connection open, LinkLoss loss) {
        if (open != null) {
            open.abort();
        }
        downBecause(loss);
        end(loss.cause());
        first.fail(new LinkRefusedException("the link was closed before it came up: address=" + address));
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
    public String lane() {
        return lane;
    }

    @Override
    public void close() {
        String why = "closed by the application";
        end(new LinkLoss(LinkLoss.Reason.CLOSED, why), session -> session.close(why));
    }
}
