// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketListener;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SocketStats;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A socket: its core does what all sockets do alike, its pattern sends and receives by the rules of the protocol. Thread-safe.
 */
class PatternSocket extends MessagePort implements DuplexSocket {
    private final SocketCore core;
    private final boolean raw;

    /**
     * Starts the core with the pattern.
     *
     * @param raw whether headers are received and sent as they are; devices take such sockets only
     */
    PatternSocket(SocketCore core, Pattern pattern, boolean raw) {
        super(pattern.sender(), pattern.receiver());
        this.core = core;
        this.raw = raw;
        core.start(pattern);
    }

    /** Whether headers are received and sent as they are. */
    final boolean isRaw() {
        return raw;
    }

    @Override
    public final Protocol protocol() {
        return core.protocol();
    }

    @Override
    public final SocketOptions options() {
        return core.options();
    }

    @Override
    public final SocketOptions change(UnaryOperator<SocketOptions> change) {
        return core.settings().change(change);
    }

    @Override
    public final SocketDialer dial(String uri) {
        return core.dial(uri, core.options());
    }

    @Override
    public final SocketDialer dial(String uri, SocketOptions settings) {
        return core.dial(uri, settings);
    }

    @Override
    public final SocketListener listen(String uri) {
        return core.listen(uri, core.options());
    }

    @Override
    public final SocketListener listen(String uri, SocketOptions settings) {
        return core.listen(uri, settings);
    }

    @Override
    public final void onPipe(PipeListener listener) {
        core.onPipe(listener);
    }

    @Override
    public final List<PipeInfo> pipes() {
        return core.pipeInfos();
    }

    @Override
    public final boolean disconnect(int pipe) {
        return core.disconnect(pipe, "disconnected by the user");
    }

    @Override
    public final SocketStats stats() {
        return core.stats();
    }

    /** Where it counts; for those who serve it. */
    final SocketCounters counters() {
        return core.counters();
    }

    /** Has this run when the socket closes; once, by whoever closes it. */
    final void onClosing(Runnable action) {
        core.onClosing(action);
    }

    @Override
    public final void close() {
        close(core.options().linger());
    }

    @Override
    public final void close(Duration linger) {
        core.close(Timeouts.nanos(linger));
    }

    @Override
    public final String toString() {
        return protocol() + " socket, pipes=" + pipes().size();
    }
}
