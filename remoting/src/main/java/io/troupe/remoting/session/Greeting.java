// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.LinkLoss;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The first frame of both sides: who they are and what they can do. A side that checks the other one greets when it has done so.
 * Loop only.
 */
final class Greeting {
    /** Property: bytes that may wait there. */
    static final String MEMORY = "memory";

    /** Property: most bytes of a message. */
    static final String MAX_FRAME = "maxFrame";

    private final SessionConfig config;
    private final PeerAuthentication authentication;
    private final SessionState state;
    private final WriteQueue out;
    private final LinkWriter writer;
    private final GracefulClose close;
    private final Consumer<Map<String, String>> onUp;
    private boolean said;

    /**
     * Nothing is said yet.
     *
     * @param config has the properties of this side
     * @param authentication checks the other side
     * @param writer told how large frames may be
     * @param close ends what is refused
     * @param onUp told what the other side says of itself, when both have greeted
     */
    Greeting(
            SessionConfig config,
            PeerAuthentication authentication,
            SessionState state,
            WriteQueue out,
            LinkWriter writer,
            GracefulClose close,
            Consumer<Map<String, String>> onUp) {
        this.config = config;
        this.authentication = authentication;
        this.state = state;
        this.out = out;
        this.writer = writer;
        this.close = close;
        this.onUp = onUp;
    }

    /** Greets, unless the other side has to be checked first; the other side has so long to do the same. */
    void begin(Connection connection) {
        authentication.begin();
        if (!authentication.isDue()) {
            say();
        }
        connection.schedule(config.greetingWithin().toNanos(), this::checkInTime);
    }

    private void say() {
        said = true;
        out.urgent(new Frame.Hello(config.listener().properties()));
    }

    /** Whether the greeting of this side is on its way: nothing may be sent before. */
    boolean isSaid() {
        return said;
    }

    private void checkInTime() {
        if (!state.isGreeted() && !state.isDown()) {
            close.abort(
                    "the other side has not said hello in time: greetingWithin=" + config.greetingWithin(),
                    LinkLoss.Reason.SILENT);
        }
    }

    /** The other side has said hello. */
    void onHello(Map<String, String> properties) {
        if (state.isGreeted()) {
            close.fail("the other side has said hello twice");
            return;
        }
        String refusal = authentication.refusal(properties);
        if (refusal != null) {
            close.refuse(refusal);
            return;
        }
        if (!said) {
            say();
        }
        state.greeted(properties);
        boolean pieces = state.peerTakesPieces();
        int most = (int) Math.min(
                number(properties, MAX_FRAME, FrameLimits.MOST_WHOLE),
                pieces ? Integer.MAX_VALUE : FrameLimits.MOST_WHOLE);
        long memory = number(properties, MEMORY, config.limits().memory());
        writer.peer(Math.max(FrameLimits.LEAST, most), pieces ? memory : 0);
        onUp.accept(properties);
    }

    private static long number(Map<String, String> properties, String name, long unknown) {
        try {
            return Math.max(1, Long.parseLong(properties.getOrDefault(name, Long.toString(unknown))));
        } catch (NumberFormatException e) {
            return unknown;
        }
    }
}
