// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.OutletHost;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.message.Caller;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.budget.MemoryBudget;
import io.troupe.dispatch.cell.GuestTurns;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkStats;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One connection with another process, from the first frame to the end: brings the parts together that send, receive and keep
 * count. When it ends, everything that waits for the other side is told. Methods are for the loop of the connection unless they
 * say otherwise.
 */
final class Session implements RemoteHost, InboundHost {
    /** What both sides can do, as they say in their greetings. */
    static final String FEATURES = "streams,watch,nak,request,pause,pieces,headers,goaway,nakBytes";

    /** Property of the greeting: bytes that may wait there. */
    static final String MEMORY = "memory";

    /** Property of the greeting: most bytes of a message. */
    static final String MAX_FRAME = "maxFrame";

    /**
     * What calls and streams keep besides their values may be more than what waits: a call that is refused is an error, while a
     * message that waits is not.
     */
    private static final long KEPT_TIMES = 4;
    /** Small calls that are in the buffers of the system when the other side is told to pause; those are not ours to limit. */
    private static final long LEAST_KEPT = 4 << 20;

    private static final String PAUSE = "pause";
    private static final String PIECES = "pieces";
    private static final String HEADERS = "headers";
    private static final String GOAWAY = "goaway";
    /** NAKs count bytes; without it they count messages. */
    private static final String NAK_BYTES = "nakBytes";

    private final SessionConfig setup;
    private final Connection connection;
    private final LinkWriter writer;
    private final Streams streams;
    private final ExportTable exports;
    private final ImportTable imports;
    private final InboundQueues gates;
    private final InboundCalls router;
    private final HandleTables tables;
    private final OutgoingCalls sending;
    private final FrameDispatcher reading;
    private final NakSender complaints = new NakSender(this);
    private final SessionState life;
    private final CallHeaders headers;
    private final OutCells cells;
    private final ReadThrottle brake;
    private final GracefulClose farewell;
    private final Drain departure = new Drain(this);
    private final FrameEncoder encoder;
    private final FragmentAssembler assembly;
    private final MemoryBudget received;
    private final MemoryBudget sent;
    private Set<String> peerFeatures = Set.of();

    private final PeerAuthentication admission;

    /** Loop only. */
    private boolean greets;

    /**
     * Begins with the greeting.
     *
     * @param setup what it is given
     * @param connection that is open; the caller passes on what its listener is told
     */
    Session(SessionConfig setup, Connection connection) {
        this.setup = setup;
        this.connection = connection;
        this.farewell = new GracefulClose(this, connection);
        this.admission = new PeerAuthentication(connection, setup.authenticator());
        long mostKept = Math.max(LEAST_KEPT, KEPT_TIMES * setup.limits().memory());
        MemoryBudget kept = setup.host().memory().part(mostKept);
        this.streams = new Streams(setup.dialler(), kept);
        this.received = setup.host().memory().part(setup.limits().memory());
        this.sent = setup.host().memory().part(setup.limits().memory());
        this.gates = new InboundQueues(this, connection, received);
        this.exports = new ExportTable(setup.exposures(), gates, setup.limits().maxExports());
        this.imports = new ImportTable(this);
        this.tables = new HandleTables(this, exports, imports, streams);
        this.sending = new OutgoingCalls(this);
        this.headers = new CallHeaders(this);
        this.encoder = setup.codec().encoder(tables, setup.limits().frames());
        this.assembly = new FragmentAssembler(received, setup.limits().frames().maxFrameBytes(), gates::checkLarge);
        MemoryBudget unread = host().memory().part(Long.MAX_VALUE); // of which others need some, too
        this.writer = new LinkWriter(connection, encoder, sent, unread, sending);
        this.brake = new ReadThrottle(connection, setup.limits().frames().maxFrameBytes());
        this.cells = new OutCells(writer, this::isDown, setup.limits().sendQueue(), sent);
        this.router = new InboundCalls(
                exports, writer, host().callbackLane(), setup.limits().maxCalls(), kept, this);
        this.life = new SessionState(this, connection, setup.limits().heartbeat(), setup.greetingWithin());
        FrameDecoder decoder = setup.codec().decoder(tables, setup.limits().frames());
        this.reading = new FrameDispatcher(this, decoder);
    }

    /** Sends the greeting; if the other side has to be checked, when that has been done. */
    void start() {
        admission.begin();
        if (!admission.isDue()) {
            greet();
        }
        life.start();
    }

    private void greet() {
        greets = true;
        writer.urgent(new Frame.Hello(setup.events().properties()));
    }

    /** Whether the greeting is on its way: nothing may be sent before. */
    boolean greets() {
        return greets;
    }

    // ---- what the connection tells -------------------------------------------------------------------------------

    /**
     * Bytes have come.
     *
     * @return how many were used
     * @throws WireException if the other side breaks the rules so that the link cannot go on
     */
    int onBytes(byte[] bytes, int from, int to) {
        long now = System.nanoTime();
        gates.at(now);
        life.heard(now);
        GuestTurns guests = GuestTurns.ofThread();
        if (guests == null) {
            return read(bytes, from, to);
        }
        guests.open();
        try {
            return read(bytes, from, to);
        } finally {
            guests.close();
        }
    }

    private int read(byte[] bytes, int from, int to) {
        int used = reading.frames(bytes, from, to);
        brake.look();
        return used;
    }

    /** There is room again. */
    void onWritable() {
        writer.run();
        brake.look();
    }

    /**
     * The connection has ended.
     *
     * @param cause in words, or null
     */
    void onClose(@Nullable String cause) {
        if (life.end(cause)) {
            writer.close();
            LinkLostException lost = Failures.lost(downBecause(), "peer=" + peerAddress(), true);
            cells.end();
            sending.lostNames(lost);
            streams.lost(lost);
            router.lost();
            exports.clear();
            imports.clear();
            assembly.clear();
            gates.end();
            setup.events().onDown(this, life.cause());
            departure.ended();
        }
    }

    /** Ends the link with a last word, behind what waits to be sent if that leaves in time. Any thread. */
    void close(String reason) {
        farewell.close(reason);
    }

    /**
     * Ends the link in good order: the other side sends no new calls, those under way are answered first. Any thread.
     *
     * @param limit after which it ends in any case
     * @param reason for people
     * @param elsewhere where the other side may go, an address as a rule; or empty
     * @return fulfilled at its end: whether nothing was under way any more
     */
    Promise<Boolean> drain(Duration limit, String reason, String elsewhere) {
        return departure.drain(limit, reason, elsewhere);
    }

    /**
     * Only says that it will end, so that the other side sends no new calls. Any thread.
     *
     * @param limit how long to wait for the calls of the other side that are under way
     * @param reason for people
     * @param elsewhere where the other side may go, an address as a rule; or empty
     * @return fulfilled when these have been answered, or it takes too long: whether they have
     */
    Promise<Boolean> announce(Duration limit, String reason, String elsewhere) {
        return departure.announce(limit, reason, elsewhere);
    }

    /** Ends the link at once, whatever waits. Any thread. */
    void cut(String reason) {
        execute(() -> {
            writer.stop();
            life.failing(reason, LinkLoss.Reason.CUT);
            onClose(reason); // nobody waits for the socket
            connection.abort();
        });
    }

    /** Why it has ended, and where the other side has said that one may go. Any thread. */
    LinkLoss loss(String cause) {
        LinkLoss peer = departure.peer();
        return new LinkLoss(life.loss(), cause, peer == null ? "" : peer.elsewhere());
    }

    /** The certificate that the other side has shown, or null. Any thread. */
    @Nullable
    X509Certificate certificate() {
        return connection.certificate();
    }

    /** Ends the link because the other side breaks the rules, and says so to it. */
    @Override
    public void fail(String cause) {
        farewell.fail(cause);
    }

    // ---- for the parts -------------------------------------------------------------------------------------------

    @Override
    public OutCells cells() {
        return cells;
    }

    @Override
    public void later(long nanos, Runnable task) {
        connection.schedule(nanos, task);
    }

    @Override
    public void execute(Runnable task) {
        connection.execute(task);
    }

    @Override
    public @Nullable Object[] read(Payload.Incoming payload, List<TypeSerializer<?>> serializers) {
        return tables.read(payload, serializers);
    }

    @Override
    public void giveBack() {
        tables.refuse();
    }

    @Override
    public boolean isDown() {
        return life.isDown();
    }

    @Override
    public String downBecause() {
        String cause = life.cause();
        LinkLoss leaving = departure.peer();
        if (cause == null && leaving != null) {
            return leaving.cause();
        }
        return cause == null ? "closed" : PeerText.of(cause);
    }

    @Override
    public void complain(Frame.Nak.Scope scope, long id, QueuePressure pressure, double meanBytes) {
        complaints.send(scope, id, peerCountsBytes() ? pressure : pressure.times(1 / Math.max(1, meanBytes)));
    }

    /** Whether NAKs of the other side count bytes, and it takes those of this side so. */
    boolean peerCountsBytes() {
        return peerFeatures.contains(NAK_BYTES);
    }

    @Override
    public boolean peerPauses() {
        return peerFeatures.contains(PAUSE);
    }

    @Override
    public void pause(Frame.Nak.Scope scope, long id, boolean on) {
        complaints.pause(scope, id, on);
    }

    @Override
    public @Nullable Object capture() {
        return headers.capture();
    }

    @Override
    public Frame headed(Frame call, @Nullable Object captured) {
        return captured == null ? call : headers.on(call, captured);
    }

    @Override
    public Frame headed(Frame call, @Nullable Object captured, Interception seen) {
        return headers.on(call, captured, seen);
    }

    @Override
    public @Nullable Object context(Map<String, String> came) {
        return headers.context(came);
    }

    CallHeaders headers() {
        return headers;
    }

    @Override
    public MemoryBudget received() {
        return received;
    }

    @Override
    public void waits(long bytes) {
        gates.inStreams(bytes);
    }

    @Override
    public boolean answersWait() {
        return writer.answerBytes() > sent.limit() / 2;
    }

    /** Whether the other side understands that this one goes. */
    boolean peerKnowsDepartures() {
        return peerFeatures.contains(GOAWAY);
    }

    private static long number(Map<String, String> properties, String name, long unknown) {
        try {
            return Math.max(1, Long.parseLong(properties.getOrDefault(name, Long.toString(unknown))));
        } catch (NumberFormatException e) {
            return unknown;
        }
    }

    /** The other side has greeted: returns why it is refused, or null; then it has been greeted, too. */
    @Nullable
    String refusal(Map<String, String> properties) {
        String refusal = admission.refusal(properties);
        if (refusal == null && !greets) {
            greet();
        }
        return refusal;
    }

    /** The other side has said what it can do. */
    void peer(Map<String, String> properties) {
        peerFeatures =
                Set.copyOf(Arrays.asList(properties.getOrDefault("features", "").split(",")));
        headers.peer(peerFeatures.contains(HEADERS));
        boolean pieces = peerFeatures.contains(PIECES);
        int most = (int) Math.min(
                number(properties, MAX_FRAME, FrameLimits.MOST_WHOLE),
                pieces ? Integer.MAX_VALUE : FrameLimits.MOST_WHOLE);
        writer.peer(Math.max(FrameLimits.LEAST, most), pieces ? number(properties, MEMORY, limits().memory()) : 0);
    }

    @Override
    public void readOn(boolean on) {
        brake.held(on);
    }

    @Override
    public OutletHost host() {
        return setup.host();
    }

    @Override
    public LinkLimits limits() {
        return setup.limits();
    }

    SessionListener events() {
        return setup.events();
    }

    @Override
    public Exposures exposures() {
        return setup.exposures();
    }

    @Override
    public @Nullable Caller caller() {
        return admission.caller();
    }

    @Override
    public QueueWatches pressures() {
        return setup.pressures();
    }

    @Override
    public LinkWriter writer() {
        return writer;
    }

    @Override
    public Streams streams() {
        return streams;
    }

    ExportTable exports() {
        return exports;
    }

    ImportTable imports() {
        return imports;
    }

    InboundQueues gates() {
        return gates;
    }

    InboundCalls router() {
        return router;
    }

    @Override
    public OutgoingCalls sending() {
        return sending;
    }

    NakSender complaints() {
        return complaints;
    }

    GracefulClose farewell() {
        return farewell;
    }

    Drain departure() {
        return departure;
    }

    FragmentAssembler assembly() {
        return assembly;
    }

    SessionState life() {
        return life;
    }

    ReadThrottle brake() {
        return brake;
    }

    /** Frames in both directions. */
    long framesMoved() {
        return writer.framesOut() + reading.framesIn();
    }

    @Override
    public long now() {
        return gates.now();
    }

    @Override
    public int frameBytes() {
        return gates.frameBytes();
    }

    @Override
    public long roundTrip() {
        return life.roundTrip();
    }

    /** Name of the codec. Any thread. */
    String codec() {
        return setup.codec().name();
    }

    @Override
    public String peerAddress() {
        return connection.peer();
    }

    /** What has been going on. Any thread; racy. */
    LinkStats stats() {
        return SessionStats.of(this, cells.all(), reading.framesIn(), reading.bytesIn());
    }
}
