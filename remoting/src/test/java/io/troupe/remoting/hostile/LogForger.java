// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.Handle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Puts lines of a log, and what a terminal obeys, into every text that may get into a log, as often as it can. */
final class LogForger implements Crowd.Arriving, Crowd.Habit {
    static final String FORGED = "x\n[main] ERROR forged.Line - paid=1000000\u001b[2J\r\u2028";
    private static final Failure FAILURE = new Failure(Failure.Code.FAILED, FORGED, FORGED);

    private final Address at;
    private final Encoding encoding;
    private int count;

    LogForger(Address at, Encoding encoding) {
        this.at = at;
        this.encoding = encoding;
    }

    @Override
    public Stranger arrive() throws IOException {
        return Stranger.greeted(at, encoding, Map.of("name", FORGED, "id", FORGED, "features", FORGED));
    }

    @Override
    public void strike(Stranger one) throws IOException {
        long stream = one.stream();
        switch (count++ % 4) {
            case 0 ->
                one.say(
                        new Frame.Call(one.stream(), TargetId.name(FORGED), FORGED, 0, text()),
                        new Frame.Tell(TargetId.name(FORGED), FORGED, text()),
                        new Frame.Tell(TargetId.name(Stage.DESK), FORGED, text()),
                        new Frame.Open(one.stream(), FORGED),
                        new Frame.Watch(one.stream(), TargetId.name(FORGED)));
            case 1 ->
                one.say(
                        new Frame.Undelivered(TargetId.name(FORGED), FORGED, FAILURE),
                        new Frame.Named(FORGED, 7),
                        one.ask("outcomeOf", out -> out.handle(new Handle(Handle.HandleKind.PROMISE, stream))),
                        new Frame.Fail(stream, FAILURE),
                        new Frame.Ended(stream, FORGED, FORGED),
                        new Frame.End(stream, FAILURE));
            case 2 -> one.say(("TROUPE/1.0 " + FORGED).getBytes(StandardCharsets.UTF_8));
            default -> one.say(new Frame.Goodbye(FORGED + "x".repeat(100_000)));
        }
        one.hear();
        try (Stranger rude = Stranger.silent(at)) {
            rude.say(("TROUPE/9.9 " + FORGED + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Payload text() {
        return ByHand.value(out -> out.text(FORGED));
    }
}
