// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.PlainText;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link that another process has dialled. Ends with its connection. */
public final class AcceptedLink extends BasicLink {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptedLink.class);
    private static final Tally REFUSED = new Tally();

    /** Other members and load balancers look whether anybody listens, which is no reason to warn. */
    private static final Tally PROBES = new Tally();

    private final LatestSessions sessions;
    private final Consumer<Link> onUp;
    private final Consumer<Link> onEnd;
    private final LinkHandler handler;
    /** As its dialler says, or null. Loop only. */
    private LatestSessions.@Nullable Dialling dialling;

    private AcceptedLink(LinkConfig config, Consumer<Link> onUp, Consumer<Link> onEnd) {
        super(config);
        this.sessions = config.sessions();
        this.onUp = onUp;
        this.onEnd = onEnd;
        this.handler = new LinkHandler(config, false, this, this::refused);
    }

    /**
     * For a connection that is being accepted.
     *
     * @param config of links
     * @param onUp told when it is up; on the loop
     * @param onEnd told when it has ended after having been up; on the loop
     */
    public static ConnectionListener listener(LinkConfig config, Consumer<Link> onUp, Consumer<Link> onEnd) {
        return new AcceptedLink(config, onUp, onEnd).handler;
    }

    private void refused(String cause, LinkLoss.Reason reason) {
        boolean probe = handler.wasProbe();
        long count = (probe ? PROBES : REFUSED).next();
        if (count > 0 && probe) {
            LOG.debug("a connection came and went: peer={}, cause={}, soFar={}", PlainText.of(peer()), cause, count);
        } else if (count > 0) {
            LOG.warn("a link was not made: peer={}, cause={}, refusedSoFar={}", PlainText.of(peer()), cause, count);
        }
        downBecause(new LinkLoss(reason, cause));
        become(LinkState.CLOSED, cause);
    }

    @Override
    void cameUp(Session up, Map<String, String> peer) {
        dialling = LatestSessions.Dialling.of(peer.get(Frame.Hello.LINK));
        if (dialling == null || sessions.comesUp(dialling, up)) {
            onUp.accept(this);
        } else {
            up.supersede();
        }
    }

    @Override
    void wentDown(Session gone, LinkLoss loss) {
        if (dialling != null) {
            sessions.ended(dialling, gone);
        }
        become(LinkState.CLOSED, loss.cause());
        onEnd.accept(this);
    }

    @Override
    void left(Session going) {} // the other side will close it

    @Override
    void closing() {} // a session is all it ever has

    @Override
    public String peer() {
        Connection known = handler.connection();
        return known == null ? "?" : known.peer();
    }

    @Override
    public String lane() {
        return "";
    }

    @Override
    public void redialNow() {} // the other side dials

    @Override
    public void cut() {
        Session up = session();
        if (up != null) {
            up.cut("cut by the application");
        } else {
            abort();
        }
    }

    @Override
    public void close() {
        Session up = session();
        if (up != null) {
            up.close("closed by the application");
        } else {
            abort();
        }
    }

    private void abort() {
        Connection known = handler.connection();
        if (known != null) {
            known.abort();
        }
    }
}
