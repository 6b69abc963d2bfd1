// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.core.host.OutletHost;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.InlineTurns;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkStats;
import io.troupe.remoting.link.TargetStats;
import io.troupe.remoting.value.WireException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection with another process, from the first frame to the end: makes the parts, passes on what the connection tells, and
 * ends the parts in order. No part knows the session, nor more than the parts above its own line here:
 *
 * <pre>
 *   state, out (WriteQueue), streams, cells, inbound     what everything goes through
 *   outgoing, imports      calls of this side            exports, calls      calls of the other side
 *   items                  promises, callbacks, streams
 *   handles → encoder → writer                           greeting, heartbeat, drain, close
 *   decoder → dispatcher → the parts
 * </pre>
 *
 * Methods are for the loop of the connection unless they say otherwise.
 */
final class Session {
    /**
     * What calls and streams keep besides their values may be more than what waits: a call that is refused is an error, while a
     * message that waits is not.
     */
    private static final long KEPT_TIMES = 4;
    /** Small calls that are in the buffers of the system when the other side is told to pause; those are not ours to limit. */
    private static final long LEAST_KEPT = 4 << 20;

    private final Clock clock;
    private final Codec codec;
    private final SessionListener listener;
    private final Connection connection;
    private final SessionState state;
    private final Streams streams;
    private final CallHeaders headers;
    private final CallFrames frames;
    private final OutCells cells;
    private final ReadThrottle throttle;
    private final InboundQueues inbound;
    private final OutgoingCalls outgoing;
    private final ImportTable imports;
    private final ExportTable exports;
    private final InboundCalls calls;
    private final ItemStreams items;
    private final LinkWriter writer;
    private final FragmentAssembler assembler;
    private final GracefulClose close;
    private final Greeting greeting;
    private final Heartbeat heartbeat;
    private final NakReceiver naks;
    private final Drain drain;
    private final FrameDispatcher dispatcher;

    /**
     * Makes the parts; nothing is sent.
     *
     * @param config of links
     * @param dialler whether this side has dialled
     * @param codec agreed on
     * @param listener told about the session
     * @param connection that is open; the caller passes on what its listener is told
     * @param use of the loop by the connection
     */
    Session(
            LinkConfig config,
            boolean dialler,
            Codec codec,
            SessionListener listener,
            Connection connection,
            LoopUse use) {
        this.clock = config.host().clock();
        this.codec = codec;
        this.listener = listener;
        this.connection = connection;
        OutletHost host = config.host();
        LinkLimits limits = config.limits();
        int maxFrame = limits.frames().maxFrameBytes();
        String of = connection.peer();
        MemoryBudget kept = host.memory().part(of + ", calls", kept(limits));
        MemoryBudget received = host.memory().part(of + ", received", limits.memory());
        MemoryBudget sent = host.memory().part(of + ", to be sent", limits.memory());
        MemoryBudget answers = host.memory().part(of + ", answers", Long.MAX_VALUE); // of which others need some, too

        // what everything goes through
        state = new SessionState(connection.peer());
        WriteQueue out = new WriteQueue(connection, answers, host.memory(), sent.limit() / 2);
        CallWindow callWindow = new CallWindow(out);
        streams = new Streams(dialler, kept, out, limits, callWindow);
        headers = new CallHeaders(host.contexts(), state);
        SendWindow sendWindow = new SendWindow(out);
        frames = new CallFrames(host, config.exposures(), streams, out, callWindow, headers, state);
        cells = new OutCells(clock, out, frames, state, limits.sendQueue(), sent);
        throttle = new ReadThrottle(connection, maxFrame);
        inbound = new InboundQueues(config, connection, received, state, out, throttle, this::fail);

        // calls of this side, calls of the other side, all else that travels
        outgoing = new OutgoingCalls(host, state, out, streams, cells);
        UnusedReferences unused = host.isDriven() ? new UnusedReferences.OnDemand() : UnusedReferences.BY_THREAD;
        imports = new ImportTable(outgoing, cells, out, unused);
        PeerAuthentication authentication = new PeerAuthentication(connection, config, dialler);
        exports = new ExportTable(config.exposures(), inbound, limits.maxExports());
        calls = new InboundCalls(config, exports, streams, out, headers, authentication, state.peer(), kept);
        items = new ItemStreams(host, streams, cells, out, inbound, headers, state, listener, unused);

        // bytes
        HandleTables handles = new HandleTables(exports, imports, outgoing, streams, items, state, limits.maxExports());
        writer = new LinkWriter(
                clock, connection, codec.encoder(handles, limits.frames()), out, sent, frames, callWindow, sendWindow);
        out.writer(writer::run);
        assembler = new FragmentAssembler(received, host.memory(), maxFrame, inbound::checkLarge);

        // health
        close = new GracefulClose(clock, connection, state, streams, cells, writer);
        greeting = new Greeting(
                config,
                listener::properties,
                authentication,
                state,
                out,
                writer,
                callWindow,
                sendWindow,
                close,
                peer -> listener.onUp(this, peer));
        heartbeat = new Heartbeat(
                clock,
                connection,
                limits.heartbeat(),
                state,
                out,
                greeting,
                throttle,
                assembler,
                close,
                this::framesMoved,
                use);
        naks = new NakReceiver(clock, state, writer, cells, streams);
        drain = new Drain(
                host,
                state,
                out,
                streams,
                close,
                calls,
                assembler,
                writer,
                cells,
                frames,
                (loss, byPeer) -> listener.onDraining(this, loss, byPeer));

        dispatcher = new FrameDispatcher(
                codec.decoder(handles, limits.frames()),
                assembler,
                state,
                out,
                inbound,
                calls,
                outgoing,
                streams,
                items,
                headers,
                new LinkFrames(out, greeting, heartbeat, sendWindow, naks, drain, close));
    }

    /** Bytes that calls, and what was handed over in them, may keep here. */
    static long kept(LinkLimits limits) {
        return Math.max(LEAST_KEPT, KEPT_TIMES * limits.memory());
    }

    /** Sends the greeting; if the other side has to be checked first, after that check. */
    void start() {
        greeting.begin(connection);
        heartbeat.begin();
    }

    /** Frames in both directions. */
    private long framesMoved() {
        return writer.framesOut() + dispatcher.framesIn();
    }

    // ---- what the connection tells -------------------------------------------------------------------------------

    /**
     * Bytes have come.
     *
     * @return how many were used
     * @throws WireException if the other side breaks the rules so that the link cannot go on
     */
    int onBytes(byte[] bytes, int from, int to) {
        long now = clock.nanos();
        inbound.at(now);
        heartbeat.heard(now);
        InlineTurns turns = InlineTurns.ofThread();
        if (turns == null) {
            return read(bytes, from, to);
        }
        turns.open();
        try {
            return read(bytes, from, to);
        } finally {
            turns.close();
        }
    }

    private int read(byte[] bytes, int from, int to) {
        int used = dispatcher.frames(bytes, from, to);
        throttle.look();
        return used;
    }

    /** There is room again. */
    void onWritable() {
        writer.run();
        throttle.look();
    }

    /**
     * The connection has ended: tells everything that waits for the other side, in this order.
     *
     * @param cause in words, or null
     */
    void onClose(@Nullable String cause) {
        if (state.end(cause)) {
            writer.close();
            LinkLostException lost = Failures.lost(state.downBecause(), "peer=" + state.peer(), true);
            cells.end();
            outgoing.lostNames(lost);
            streams.lost(lost);
            calls.lost();
            exports.clear();
            imports.clear();
            assembler.clear();
            inbound.end();
            listener.onDown(this, state.cause());
            drain.ended();
        }
    }

    // ---- how it ends ---------------------------------------------------------------------------------------------

    /** Ends the link with a last word, behind what waits to be sent if that leaves in time. Any thread. */
    void close(String reason) {
        close.close(reason);
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
        return drain.drain(limit, reason, elsewhere);
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
        return drain.announce(limit, reason, elsewhere);
    }

    /** Ends the link at once, whatever waits. Any thread. */
    void cut(String reason) {
        state.parting(reason);
        connection.execute(() -> {
            writer.stop();
            state.failing(reason, LinkLoss.Reason.CUT);
            onClose(reason); // nobody waits for the socket
            connection.abort();
        });
    }

    /**
     * The other side has dialled again: delivers nothing more when this returns, and ends. Any thread; waits for the frame, or
     * what was held back, that is in hand.
     */
    void supersede() {
        dispatcher.stop();
        inbound.supersede();
        cut("the other side has dialled again");
    }

    /** Ends the link because the other side breaks the rules, and says so to it. */
    void fail(String cause) {
        close.fail(cause);
    }

    // ---- for its link --------------------------------------------------------------------------------------------

    /** Releases the actors of the other side that nobody uses here any more, if no thread does that; returns how many. */
    int releaseUnused() {
        return imports.releaseUnused();
    }

    /** What actors of the other side need. Any thread. */
    OutgoingCalls calls() {
        return outgoing;
    }

    /** What opens streams. Any thread. */
    ItemStreams items() {
        return items;
    }

    /** Any thread. */
    boolean isDown() {
        return state.isDown();
    }

    /** Why the link has ended, in words. Any thread. */
    String downBecause() {
        return state.downBecause();
    }

    /** Why it has ended, and where the other side has said that one may go. Any thread. */
    LinkLoss loss(String cause) {
        return state.loss(cause);
    }

    /** The certificate that the other side has shown, or null. Any thread. */
    @Nullable
    X509Certificate certificate() {
        return connection.certificate();
    }

    /** Name of the codec. Any thread. */
    String codec() {
        return codec.name();
    }

    /** What has been going on. Any thread; racy. */
    LinkStats stats() {
        List<TargetStats> targets = cells.all().stream()
                .map(OutCell::stats)
                .sorted(Comparator.comparing(TargetStats::target))
                .toList();
        return new LinkStats(
                writer.framesOut(),
                dispatcher.framesIn(),
                writer.bytesOut(),
                dispatcher.bytesIn(),
                frames.dropped() + outgoing.dropped(),
                headers.dropped(),
                inbound.naks(),
                naks.received(),
                inbound.heldBytes(),
                streams.size(),
                exports.size(),
                imports.size(),
                state.roundTrip(),
                targets);
    }
}
