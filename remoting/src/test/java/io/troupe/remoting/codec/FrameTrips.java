// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A frame of each type. */
final class FrameTrips {
    private static final Failure FAILURE = new Failure(Failure.Code.STOPPED, "x.Stopped", "it has \"stopped\"\n☂");

    private FrameTrips() {}

    private static final Failure REFUSAL = new Failure(
            Failure.Code.NOT_SERVED, "moved", "it lives elsewhere", Map.of("owner", "12", "view", "3", "ü", ""));

    static Stream<Frame> plain() {
        return Stream.of(
                new Frame.Hello(Map.of()),
                new Frame.Hello(Map.of("codec", "any", "ü", "", "", "empty key")),
                new Frame.Fail(3, FAILURE),
                new Frame.Fail(Long.MAX_VALUE, new Failure(Failure.Code.UNKNOWN, "", "")),
                new Frame.Cancel(5),
                new Frame.Limit(7, 1_000_000_000L),
                new Frame.Open(9, "prices"),
                new Frame.End(11, null),
                new Frame.End(11, FAILURE),
                new Frame.Request(13, Long.MAX_VALUE),
                new Frame.Gap(15, 3),
                new Frame.Undelivered(TargetId.id(4), "print(java.lang.String)", FAILURE),
                new Frame.Undelivered(TargetId.name("printer"), "print(java.lang.String)", FAILURE),
                new Frame.Nak(Frame.Nak.Scope.TARGET, 4, 3, 900, 1024, 1.5e6),
                new Frame.Nak(Frame.Nak.Scope.LINK, 0, 1, 0, 1, 0.1),
                new Frame.Ping(0),
                new Frame.Ping(Long.MAX_VALUE),
                new Frame.Pong(42),
                new Frame.Watch(17, TargetId.name("printer")),
                new Frame.Watch(17, TargetId.id(1)),
                new Frame.Ended(17, "node/printer", "stopped"),
                new Frame.Release(4, 2),
                new Frame.Named("printer", 4),
                new Frame.Pause(Frame.Nak.Scope.TARGET, 4, true),
                new Frame.Pause(Frame.Nak.Scope.LINK, 0, false),
                new Frame.Fragment(1, 3, ByteBuffer.wrap(new byte[] {1, -2})),
                new Frame.Fragment(1, 0, ByteBuffer.allocate(0)),
                new Frame.Goodbye("shutdown"),
                new Frame.Goodbye("shutdown", 0),
                new Frame.Goodbye("", Long.MAX_VALUE),
                new Frame.GoAway(0, "", ""),
                new Frame.GoAway(21, "new version", "tcp://other:7000"),
                new Frame.Fail(3, REFUSAL),
                new Frame.End(11, REFUSAL),
                new Frame.Undelivered(TargetId.id(4), "print(java.lang.String)", REFUSAL),
                new Frame.KeyNumber(7, "account", "4711 ü"),
                new Frame.KeyNumber(7, "", ""));
    }

    static List<Frame> withPayload(Payload payload) {
        return List.of(
                new Frame.Tell(TargetId.id(12), "add(int)", payload),
                new Frame.Tell(TargetId.name("counter"), "add(int)", payload),
                new Frame.Call(21, TargetId.name("counter"), "add(int)", 0, payload),
                new Frame.Call(21, TargetId.id(12), "add(int)", 5_000_000_000L, payload),
                new Frame.Call(21, TargetId.keyed("account", "4711 ü"), "add(int)", 5_000_000_000L, payload),
                new Frame.Call(21, TargetId.keyNumber(300), "add(int)", 0, payload),
                new Frame.Reply(21, payload),
                new Frame.Item(23, payload));
    }
}
