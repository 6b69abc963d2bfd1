// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.PlainText;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.value.WireException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a connection talks to: agrees on a codec, then passes everything on to the session. Loop only. */
final class LinkHandler implements ConnectionListener {
    private final LinkConfig config;
    private final boolean dialler;
    private final SessionListener events;
    private final Ending ending;
    private final LoopUse use = new LoopUse();
    private volatile @Nullable Connection connection;
    private @Nullable Session session;
    private @Nullable Timeout patience;
    private @Nullable String failure;
    /** Whether the other side has said anything. */
    private boolean heard;

    private LinkLoss.Reason reason = LinkLoss.Reason.RESET;

    /** Told when the connection has ended before a session came up. */
    interface Ending {
        /** Ended without a session. */
        void onRefused(String cause, LinkLoss.Reason reason);
    }

    LinkHandler(LinkConfig config, boolean dialler, SessionListener events, Ending ending) {
        this.config = config;
        this.dialler = dialler;
        this.events = events;
        this.ending = ending;
    }

    @Override
    public void onOpen(Connection opened) {
        connection = opened;
        use.inUse(true);
        Duration limit = config.dial().greetingWithin();
        patience = opened.schedule(
                limit.toNanos(),
                () -> giveUp(
                        "the other side has not said its first line in time: greetingWithin=" + limit,
                        LinkLoss.Reason.SILENT));
        if (dialler) {
            send(ConnectionPreface.offer(
                    config.codecs().stream().map(Codec::name).toList()));
        }
    }

    /** The connection once it is open, or null. Any thread. */
    @Nullable
    Connection connection() {
        return connection;
    }

    /** Whether the other side has gone without a word, of its own accord: it looked whether anybody listens. */
    boolean wasProbe() {
        return !heard && failure == null;
    }

    private Connection open() {
        Connection known = connection;
        if (known == null) {
            throw new IllegalStateException("the connection must be open");
        }
        return known;
    }

    private void send(byte[] line) {
        open().write(line, 0, line.length);
        open().flush();
    }

    private void giveUp(String cause, LinkLoss.Reason why) {
        failure = cause;
        reason = why;
        open().abort();
    }

    @Override
    public int onBytes(byte[] bytes, int from, int to) {
        Session up = session;
        if (up != null) {
            return frames(up, bytes, from, to);
        }
        heard = true;
        if (failure != null) {
            return to - from;
        }
        try {
            int length = ConnectionPreface.length(bytes, from, to);
            if (length < 0) {
                return 0;
            }
            agree(ConnectionPreface.parse(bytes, from, length));
            Session made = session;
            return length + (made == null ? 0 : frames(made, bytes, from + length, to));
        } catch (IllegalArgumentException e) {
            refuse(String.valueOf(e.getMessage()));
            return to - from;
        }
    }

    private int frames(Session up, byte[] bytes, int from, int to) {
        try {
            return up.onBytes(bytes, from, to);
        } catch (WireException e) {
            up.fail(String.valueOf(e.getMessage()));
            return to - from;
        }
    }

    private void agree(ConnectionPreface.Line line) {
        if (line.refusal() != null) {
            giveUp("the other side has refused the link: " + line.refusal(), LinkLoss.Reason.REFUSED);
            return;
        }
        Codec codec = choose(line.codecs());
        if (codec == null) {
            refuse("no common codec: mine="
                    + config.codecs().stream().map(Codec::name).toList() + ", offered=" + line.codecs());
            return;
        }
        if (!dialler) {
            send(ConnectionPreface.choice(codec.name()));
        }
        if (patience != null) {
            patience.cancel();
        }
        Session made = new Session(config, dialler, codec, events, open(), use);
        session = made;
        made.start();
    }

    private @Nullable Codec choose(List<String> offered) {
        for (String name : offered) {
            for (Codec codec : config.codecs()) {
                if (codec.name().equals(name)) {
                    return codec;
                }
            }
        }
        return null;
    }

    /** Says why, so that the other side can tell its user. */
    private void refuse(String cause) {
        failure = cause;
        reason = LinkLoss.Reason.REFUSED;
        if (dialler) {
            open().abort(); // nothing is left to be said that the user should wait for
        } else {
            send(ConnectionPreface.refusal(cause));
            open().close();
        }
    }

    @Override
    public void onWritable() {
        if (session != null) {
            session.onWritable();
        }
    }

    @Override
    public void onClose(@Nullable String cause) {
        use.inUse(false);
        Session up = session;
        if (up != null) {
            up.onClose(cause);
        } else {
            if (failure == null && open().isRefused()) {
                reason = LinkLoss.Reason.REFUSED;
            }
            String why = failure != null ? failure : cause != null ? cause : silence();
            ending.onRefused(PlainText.of(why), reason);
        }
    }

    private String silence() {
        String text = "the other side has closed the connection without a word";
        return dialler && !open().isSecure() ? text + ": it may want TLS, or speak something else" : text;
    }
}
