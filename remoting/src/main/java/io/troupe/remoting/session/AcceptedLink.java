// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link that another process has dialled. Ends with its connection. */
public final class AcceptedLink extends BasicLink {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptedLink.class);
    private static final Tally REFUSED = new Tally();

    private final Consumer<Link> onUp;
    private final Consumer<Link> onEnd;
    private volatile @Nullable Connection connection;

    private AcceptedLink(LinkConfig config, Consumer<Link> onUp, Consumer<Link> onEnd) {
        super(config);
        this.onUp = onUp;
        this.onEnd = onEnd;
    }

    /**
     * For a connection that is being accepted.
     *
     * @param config of links
     * @param onUp told when it is up; on the loop
     * @param onEnd told when it has ended after having been up; on the loop
     */
    public static ConnectionListener listener(LinkConfig config, Consumer<Link> onUp, Consumer<Link> onEnd) {
        AcceptedLink link = new AcceptedLink(config, onUp, onEnd);
        LinkHandler end = new LinkHandler(config, false, link, link::refused);
        return new ConnectionListener() {
            @Override
            public void onOpen(Connection opened) {
                link.connection = opened;
                end.onOpen(opened);
            }

            @Override
            public int onBytes(byte[] bytes, int from, int to) {
                return end.onBytes(bytes, from, to);
            }

            @Override
            public void onWritable() {
                end.onWritable();
            }

            @Override
            public void onClose(@Nullable String cause) {
                end.onClose(cause);
            }
        };
    }

    private void refused(String cause, LinkLoss.Reason reason) {
        long count = REFUSED.next();
        if (count > 0) {
            LOG.warn("a link was not made: peer={}, cause={}, refusedSoFar={}", PeerText.of(peer()), cause, count);
        }
        downBecause(new LinkLoss(reason, cause));
        become(LinkState.CLOSED, cause);
    }

    @Override
    void cameUp() {
        onUp.accept(this);
    }

    @Override
    void wentDown(Session gone, LinkLoss loss) {
        become(LinkState.CLOSED, loss.cause());
        onEnd.accept(this);
    }

    @Override
    void left(Session going) {} // the other side will close it

    @Override
    void closing() {} // a session is all it ever has

    @Override
    public String peer() {
        Connection known = connection;
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
        } else if (connection != null) {
            connection.abort();
        }
    }

    @Override
    public void close() {
        Session up = session();
        if (up != null) {
            up.close("closed by the application");
        } else if (connection != null) {
            connection.abort();
        }
    }
}
