// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.RecordingHandles;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.session.AcceptedLink;
import io.troupe.remoting.session.Exposures;
import io.troupe.remoting.session.LinkConfig;
import io.troupe.remoting.session.StreamAcceptors;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.TypeSerializers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever bytes come: no exception escapes from a link, and when it has ended nothing of it is left. */
class SessionFuzzTest {
    private static final Failure FAILURE = new Failure(Failure.Code.FAILED, "x.Y", "because");
    private static final Set<Link> LINKS = ConcurrentHashMap.newKeySet();
    private static ActorSystem system;
    private static LinkConfig config;

    @BeforeContainer
    static void start() {
        system = ActorSystem.start("fuzz");
        TypeSerializers serializers = new TypeSerializers();
        Exposures exposures = new Exposures(serializers);
        exposures.add("desk", system.spawn(Desk.class, Desk::new), null);
        StreamAcceptors acceptors = new StreamAcceptors(serializers);
        acceptors.accept("echo", Integer.class, Integer.class, out -> out);
        config = new LinkConfig(
                system.host(),
                exposures,
                List.of(Codecs.of(Encoding.BINARY), Codecs.of(Encoding.CBOR), Codecs.of(Encoding.JSON)),
                LinkLimits.defaults(),
                acceptors,
                false);
    }

    @AfterContainer
    static void close() {
        system.close();
    }

    private static Payload payload(Handle handle) {
        return ByHand.value(out -> out.handle(handle));
    }

    /** A bit of everything. */
    private static List<Frame> conversation() {
        TargetId desk = TargetId.name("desk");
        Payload one = ByHand.value(out -> out.integer(1));
        return List.of(
                new Frame.Hello(Map.of("name", "fuzz")),
                new Frame.Tell(desk, "add", one),
                new Frame.Call(1, desk, "sum", 0, RawPeer.nothing()),
                new Frame.Call(3, TargetId.id(1), "echo", 1_000_000_000, ByHand.value(out -> out.text("text"))),
                new Frame.Call(5, TargetId.id(1), "sumOf", 0, payload(new Handle(HandleKind.REFERENCE, 7))),
                new Frame.Call(7, TargetId.id(1), "outcomeOf", 0, payload(new Handle(HandleKind.PROMISE, 9))),
                new Frame.Call(11, TargetId.id(1), "subscribe", 0, payload(new Handle(HandleKind.CALLBACK, 13))),
                new Frame.Call(15, TargetId.id(1), "publish", 0, one),
                new Frame.Reply(9, one),
                new Frame.Reply(2, one),
                new Frame.Limit(5, 1_000_000),
                new Frame.Cancel(5),
                new Frame.Open(17, "echo"),
                new Frame.Item(17, one),
                new Frame.Request(17, 5),
                new Frame.Gap(17, 5),
                new Frame.End(17, null),
                new Frame.Watch(19, desk),
                new Frame.Cancel(19),
                new Frame.Nak(Frame.Nak.Scope.LINK, 0, 2, 700, 1024, 1e5),
                new Frame.Named("desk", 0),
                new Frame.Undelivered(TargetId.id(7), "sum", FAILURE),
                new Frame.Release(1, 1),
                new Frame.Ping(5),
                new Frame.Pong(5),
                new Frame.Fail(4, FAILURE),
                new Frame.Pause(Frame.Nak.Scope.TARGET, 1, true),
                new Frame.Fragment(1, 40, ByteBuffer.wrap(new byte[20])),
                new Frame.GoAway(3, "done", ""),
                new Frame.Goodbye("done"));
    }

    private static byte[] recorded(Encoding encoding, Random random) {
        FrameEncoder encoder = Codecs.of(encoding).encoder(new RecordingHandles(), FrameLimits.defaults());
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(("TROUPE/1.0 " + encoding + "\n").getBytes(StandardCharsets.US_ASCII));
        Output out = new Output(64);
        for (Frame frame : conversation()) {
            encoder.encode(frame, out);
            int times = random.nextInt(20) == 0 ? 2 : 1; // one is said twice now and then
            for (int i = 0; i < times; i++) {
                all.write(out.array(), 0, out.size());
            }
            out.truncate(0);
        }
        return all.toByteArray();
    }

    @Property(tries = 1500)
    void shouldSurviveConversationsThatAreDamaged(
            @ForAll Encoding encoding, @ForAll long seed, @ForAll @IntRange(min = 0, max = 6) int changes) {
        Random random = new Random(seed);
        byte[] bytes = recorded(encoding, random);
        int spared = encoding.toString().length() + 12; // or nothing but the first line would be tested
        for (int i = 0; i < changes; i++) {
            bytes[spared + random.nextInt(bytes.length - spared)] = (byte) random.nextInt();
        }
        feed(bytes, random);
    }

    @Property(tries = 500)
    void shouldSurviveAnything(@ForAll Encoding encoding, @ForAll @Size(max = 300) byte[] bytes, @ForAll long seed) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(("TROUPE/1.0 " + encoding + "\n").getBytes(StandardCharsets.US_ASCII));
        Output hello = new Output(64);
        Codecs.of(encoding)
                .encoder(new RecordingHandles(), FrameLimits.defaults())
                .encode(new Frame.Hello(Map.of()), hello);
        all.writeBytes(hello.copy());
        all.writeBytes(bytes);
        feed(all.toByteArray(), new Random(seed));
        feed(bytes, new Random(seed));
    }

    /** In pieces, as a connection does: what was not used comes again with the next piece. */
    private static void feed(byte[] bytes, Random random) {
        LooseConnection connection = new LooseConnection();
        ConnectionListener link = AcceptedLink.listener(config, LINKS::add, LINKS::remove);
        link.onOpen(connection);
        int used = 0;
        int come = 0;
        while (come < bytes.length && !connection.isEnded()) {
            come = Math.min(bytes.length, come + 1 + random.nextInt(200));
            int more = link.onBytes(bytes, used, come);
            assertThat(more).isBetween(0, come - used);
            used += more;
            connection.runTasks();
        }
        link.onClose("over");
        connection.runTasks();
        assertThat(LINKS).isEmpty();
        assertThat(connection.written()).isLessThan(1 << 20);
    }
}
