// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.DropCounts;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.TransportContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One side of a pipe: takes what arrives unless told not to, and notes all that happens. */
final class TestEnd implements PipeAcceptor, PipeHandler {
    final DropCounts drops = new DropCounts();
    final TransportContext context;
    final CompletableFuture<Pipe> attached = new CompletableFuture<>();
    final List<SpException> failures = new CopyOnWriteArrayList<>();
    final List<SpMessage> received = new CopyOnWriteArrayList<>();
    final List<String> ends = new CopyOnWriteArrayList<>();
    final AtomicInteger writable = new AtomicInteger();
    final AtomicInteger refusals = new AtomicInteger();
    volatile boolean refusing;
    volatile boolean resumingBeforeRefusal;
    volatile boolean unwilling;

    TestEnd(SocketOptions options) {
        context = new TransportContext(Protocol.PAIR0, options, drops);
    }

    Pipe pipe() {
        Until.isTrue("attached", attached::isDone);
        return attached.join();
    }

    long dropped(DropReason cause) {
        return drops.of(cause);
    }

    void awaitEnd() {
        Until.isTrue("ended", () -> !ends.isEmpty());
    }

    /** Releases what was received. */
    void release() {
        received.forEach(SpMessage::release);
        received.clear();
    }

    @Override
    public @Nullable PipeHandler attach(Pipe pipe) {
        attached.complete(pipe);
        return unwilling ? null : this;
    }

    @Override
    public void failed(SpException cause) {
        failures.add(cause);
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        if (refusing) {
            refusals.incrementAndGet();
            if (resumingBeforeRefusal) {
                resumingBeforeRefusal = false;
                refusing = false;
                pipe.resume();
            }
            return false;
        }
        received.add(message);
        return true;
    }

    @Override
    public void onWritable(Pipe pipe) {
        writable.incrementAndGet();
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        ends.add(reason + ", received=" + received.size());
    }

    /** Waits until all threads of the transport have ended: they are told to before, and do so on their own time. */
    static void noThreads() {
        Until.isTrue("all threads have ended", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("sp-netty")));
    }
}
