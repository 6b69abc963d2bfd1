// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeIds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A pipe that keeps what it is offered, as bytes of the wire, as long as it has room. For one thread. */
public final class FakePipe implements Pipe {
    private final int id = PipeIds.next();
    private final PeerInfo peer;
    private final List<String> written = new ArrayList<>();
    private int room = Integer.MAX_VALUE;
    private int refusals;
    private int resumes;
    private Runnable whenOffered = () -> {};
    private Runnable whenRefused = () -> {};
    private final List<String> ends = new ArrayList<>();

    /** One to a peer of this protocol. */
    public FakePipe(Protocol peer) {
        this.peer = new PeerInfo(peer, "fake://here", "fake://there", false, null);
    }

    /** From now on it takes so many messages. */
    public FakePipe room(int messages) {
        room = messages;
        return this;
    }

    /** What was written, in hexadecimal, and forgets it. */
    public List<String> written() {
        List<String> all = List.copyOf(written);
        written.clear();
        return all;
    }

    /** Does this whenever it takes a message, before it returns. */
    public void whenOffered(Runnable action) {
        whenOffered = action;
    }

    /** Does this whenever it refuses a message, before it returns. */
    public void whenRefused(Runnable action) {
        whenRefused = action;
    }

    /** How often an offer was refused. */
    public int refusals() {
        return refusals;
    }

    /** How often it was told to go on. */
    public int resumes() {
        return resumes;
    }

    /** How it was closed: "gently" or "at once". */
    public List<String> ends() {
        return List.copyOf(ends);
    }

    /** A message as it comes from the wire. */
    public static SpMessage arriving(String hex) {
        return SpMessage.of(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public PeerInfo peer() {
        return peer;
    }

    @Override
    public boolean offer(SpMessage message) {
        if (room == 0) {
            refusals++;
            whenRefused.run();
            return false;
        }
        room--;
        ByteBuffer bytes = ByteBuffer.allocate(message.wireSize());
        for (int i = 0; i < message.headerSize(); i++) {
            bytes.putInt(message.headerWord(i));
        }
        bytes.put(message.body());
        message.release();
        written.add(HexFormat.of().formatHex(bytes.array()));
        whenOffered.run();
        return true;
    }

    @Override
    public boolean isWritable() {
        return room > 0;
    }

    @Override
    public void flush() {}

    @Override
    public boolean poll() {
        return false;
    }

    @Override
    public void watch() {}

    @Override
    public void resume() {
        resumes++;
    }

    @Override
    public int pending() {
        return 0;
    }

    @Override
    public void close(String reason) {
        ends.add("at once");
        room = 0;
    }

    @Override
    public void closeGently(String reason) {
        ends.add("gently");
        room = 0;
    }
}
