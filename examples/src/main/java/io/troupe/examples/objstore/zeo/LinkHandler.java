// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.net.framed.FrameAcceptance;
import io.troupe.net.framed.FrameHandler;
import io.troupe.net.framed.FramedConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one link: hands frames to its actor, and reads no further while too many requests are under way, or too many
 * bytes that the actor has not taken. Long messages wait for memory, in both directions. The actor takes its turns on the loop of
 * the connection, so all of this is the loop's, but for {@link #abort}.
 */
final class LinkHandler implements FrameHandler, LinkOutput {
    /** Most requests of one link under way. */
    static final int WINDOW = 64;

    /** Bytes of messages that every link may have, in part or not taken yet. A socket gives as many at a time. */
    static final int SMALL = 64 << 10;

    private final FrameMemory incoming;
    private final FrameMemory outgoing;
    private final int free;
    private final BiFunction<LinkOutput, Executor, ZeoLink> links;
    private final Consumer<String> log;
    private volatile @Nullable Open open;
    private int underWay;
    private int untaken;
    /** Bytes of the message that comes in. */
    private int come;

    private long sent;
    /** Whether an answer that needs memory has not left. */
    private boolean longUnderWay;
    /** Whether the actor waits for room. */
    private boolean wanted;

    private volatile boolean told;

    /** What there is once the connection is open. */
    private record Open(FramedConnection connection, ZeoLink link, FrameMemory.Claim in, FrameMemory.Claim out) {}

    /**
     * A handler of one connection.
     *
     * @param incoming for long messages of all connections
     * @param outgoing the same, for answers
     * @param free bytes of answers, and one answer of as many, that every link may have; what the transport holds at most
     * @param links makes the actor of an output, which runs on an executor
     * @param log gets the line of a link that ends out of order
     */
    LinkHandler(
            FrameMemory incoming,
            FrameMemory outgoing,
            int free,
            BiFunction<LinkOutput, Executor, ZeoLink> links,
            Consumer<String> log) {
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.free = free;
        this.links = links;
        this.log = log;
    }

    @Override
    public void onOpen(FramedConnection connection) {
        Executor loop = connection.loop();
        FrameMemory.Claim in = new FrameMemory.Claim(
                incoming, loop, () -> come, () -> connection.reading(true), this::incomingStalled);
        FrameMemory.Claim out = new FrameMemory.Claim(
                outgoing, loop, () -> sent - connection.unsentBytes(), this::roomAgain, this::outgoingStalled);
        open = new Open(connection, links.apply(this, loop), in, out);
        send("M5".getBytes(StandardCharsets.US_ASCII));
    }

    private Open open() {
        Open now = open;
        if (now == null) {
            throw new IllegalStateException("a connection must be open before it is used");
        }
        return now;
    }

    // ---- in -------------------------------------------------------------------------------------------------------

    /** Small messages need nobody's leave, so they go on whoever holds memory. */
    @Override
    public boolean onPart(int size, int soFar) {
        come = soFar;
        return size <= SMALL || open().in.hasRoom(size);
    }

    @Override
    public void onFrame(ByteBuffer frame) {
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        underWay++;
        untaken += bytes.length;
        if (!mayRead()) {
            open().connection.reading(false);
        }
        open().link.received(bytes);
    }

    private boolean mayRead() {
        return underWay < WINDOW && untaken < SMALL;
    }

    @Override
    public void taken(int bytes) {
        boolean mightRead = mayRead();
        boolean wasLong = untaken >= SMALL;
        untaken -= bytes;
        if (wasLong && untaken < SMALL) { // nothing else has come since
            open().in.over();
        }
        readAgain(mightRead);
    }

    @Override
    public void release(int requests) {
        boolean mightRead = mayRead();
        underWay -= requests;
        readAgain(mightRead);
    }

    private void readAgain(boolean mightRead) {
        if (!mightRead && mayRead()) {
            open().connection.reading(true);
        }
    }

    private void incomingStalled(int bytes, int waiting) {
        abort("a message must keep coming while others wait for memory: bytes=" + bytes + ", waiting=" + waiting);
    }

    // ---- out ------------------------------------------------------------------------------------------------------

    /** A client that reads has taken what it was sent before. So one that does not has no memory of others for long. */
    @Override
    public boolean hasRoom(int bytes) {
        boolean room = open().connection.unsentBytes() <= free
                && (bytes <= free || (!longUnderWay && open().out.hasRoom(bytes)));
        wanted |= !room;
        return room;
    }

    @Override
    public void noRoomNeeded() {
        if (!longUnderWay) {
            open().out.over();
        }
    }

    @Override
    public FrameAcceptance send(byte[] frame) {
        FrameAcceptance accepted = open().connection.send(frame);
        if (accepted == FrameAcceptance.QUEUED) {
            sent += Integer.BYTES + frame.length;
            longUnderWay |= frame.length > free;
        }
        return accepted;
    }

    @Override
    public void onSent() {
        if (longUnderWay) {
            longUnderWay = false;
            open().out.over();
        }
        roomAgain();
    }

    @Override
    public void onWritable() {
        roomAgain();
    }

    private void roomAgain() {
        if (wanted) {
            wanted = false;
            open().link.flush();
        }
    }

    private void outgoingStalled(int bytes, int waiting) {
        if (longUnderWay) {
            abort("an answer must be read while others wait for memory: bytes=" + bytes + ", waiting=" + waiting);
        } else { // the disk has not given the object yet
            open().out.over();
        }
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    @Override
    public void onClose(@Nullable String cause) {
        Open last = open;
        if (last == null) { // the server was closed meanwhile
            return;
        }
        if (cause != null && !told) {
            log.accept("link ended: peer=" + last.connection.peer() + ", cause=" + cause);
        }
        last.link.closed();
        last.in.over();
        last.out.over();
    }

    @Override
    public void close() {
        open().connection.close();
    }

    @Override
    public void abort(String sentence) {
        told = true;
        FramedConnection connection = open().connection;
        log.accept("link ended: peer=" + connection.peer() + ", " + sentence);
        connection.abort();
    }
}
