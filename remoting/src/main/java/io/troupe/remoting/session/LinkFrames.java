// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.Frame;

/** Hands frames about the link itself to the parts that keep it healthy and end it. Loop only. */
final class LinkFrames {
    private final WriteQueue out;
    private final Greeting greeting;
    private final Heartbeat heartbeat;
    private final SendWindow window;
    private final NakReceiver naks;
    private final Drain drain;
    private final GracefulClose close;

    LinkFrames(
            WriteQueue out,
            Greeting greeting,
            Heartbeat heartbeat,
            SendWindow window,
            NakReceiver naks,
            Drain drain,
            GracefulClose close) {
        this.out = out;
        this.greeting = greeting;
        this.heartbeat = heartbeat;
        this.window = window;
        this.naks = naks;
        this.drain = drain;
        this.close = close;
    }

    /** The other side has said hello. */
    void onHello(Frame.Hello hello) {
        greeting.onHello(hello.properties());
    }

    /** The other side has said goodbye instead of hello. */
    void onRefusal(Frame.Goodbye goodbye) {
        close.onRefusal(goodbye.reason());
    }

    /** Whether it is a frame about the link, which has been dealt with. */
    boolean takes(Frame frame) {
        switch (frame.type()) {
            case PING -> out.urgent(new Frame.Pong(((Frame.Ping) frame).token()));
            case PONG -> {
                heartbeat.onPong((Frame.Pong) frame);
                window.onPong((Frame.Pong) frame);
                drain.onPong((Frame.Pong) frame);
            }
            case NAK -> naks.onNak((Frame.Nak) frame);
            case PAUSE -> naks.onPause((Frame.Pause) frame);
            case GOAWAY -> drain.onGoAway((Frame.GoAway) frame);
            case GOODBYE -> close.onGoodbye((Frame.Goodbye) frame);
            default -> {
                return false;
            }
        }
        return true;
    }
}
