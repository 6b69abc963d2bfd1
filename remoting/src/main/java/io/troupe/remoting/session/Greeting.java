// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.LinkLoss;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The first frame of both sides: who they are and what they can do. A side that checks the other one greets when it has done so.
 * Loop only.
 */
final class Greeting {
    /** Property: bytes that may wait there. */
    static final String MEMORY = "memory";

    /** Property: most bytes of a message. */
    static final String MAX_FRAME = "maxFrame";

    /** Property: most calls that may be under way there. */
    static final String CALLS = "calls";

    /** Property: bytes that calls under way may keep there. */
    static final String CALL_MEMORY = "callMemory";

    private final Duration within;
    private final long memory;
    private final Supplier<Map<String, String>> properties;
    private final PeerAuthentication authentication;
    private final SessionState state;
    private final WriteQueue out;
    private final LinkWriter writer;
    private final CallWindow calls;
    private final SendWindow window;
    private final GracefulClose close;
    private final Consumer<Map<String, String>> onUp;
    private boolean said;

    /**
     * Nothing is said yet.
     *
     * @param config of links: how long the other side may take
     * @param properties what this side says of itself
     * @param authentication checks the other side
     * @param writer told how large frames may be
     * @param calls told how many may be under way
     * @param window told how many bytes may be under way
     * @param close ends what is refused
     * @param onUp told what the other side says of itself, when both have greeted
     */
    Greeting(
            LinkConfig config,
            Supplier<Map<String, String>> properties,
            PeerAuthentication authentication,
            SessionState state,
            WriteQueue out,
            LinkWriter writer,
            CallWindow calls,
            SendWindow window,
            GracefulClose close,
            Consumer<Map<String, String>> onUp) {
        this.within = config.dial().greetingWithin();
        this.memory = config.limits().memory();
        this.properties = properties;
        this.authentication = authentication;
        this.state = state;
        this.out = out;
        this.writer = writer;
        this.calls = calls;
        this.window = window;
        this.close = close;
        this.onUp = onUp;
    }

    /** Greets, unless the other side has to be checked first; the other side has so long to do the same. */
    void begin(Connection connection) {
        authentication.begin();
        if (!authentication.isDue()) {
            say();
        }
        connection.schedule(within.toNanos(), this::checkInTime);
    }

    private void say() {
        said = true;
        out.urgent(new Frame.Hello(properties.get()));
    }

    /** Whether the greeting of this side is on its way: nothing may be sent before. */
    boolean isSaid() {
        return said;
    }

    private void checkInTime() {
        if (!state.isGreeted() && !state.isDown()) {
            close.abort("the other side has not said hello in time: greetingWithin=" + within, LinkLoss.Reason.SILENT);
        }
    }

    /** The other side has said hello. */
    void onHello(Map<String, String> peer) {
        if (state.isGreeted()) {
            close.fail("the other side has said hello twice");
            return;
        }
        String refusal = authentication.refusal(peer);
        if (refusal != null) {
            close.refuse(refusal);
            return;
        }
        if (!said) {
            say();
        }
        state.greeted(peer);
        boolean pieces = state.peerTakesPieces();
        int most = (int) Math.min(
                number(peer, MAX_FRAME, FrameLimits.MOST_WHOLE), pieces ? Integer.MAX_VALUE : FrameLimits.MOST_WHOLE);
        long room = number(peer, MEMORY, memory);
        writer.peer(Math.max(FrameLimits.LEAST, most), pieces ? room : 0);
        if (peer.containsKey(MEMORY)) {
            window.peer(Math.min(room, memory));
        }
        calls.peer(number(peer, CALLS, Long.MAX_VALUE), number(peer, CALL_MEMORY, Long.MAX_VALUE));
        onUp.accept(peer);
    }

    private static long number(Map<String, String> properties, String name, long unknown) {
        try {
            return Math.max(1, Long.parseLong(properties.getOrDefault(name, Long.toString(unknown))));
        } catch (NumberFormatException e) {
            return unknown;
        }
    }
}
