// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.PipeIds;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A transport from outside of the library: {@code loop://name}, within the process. One thread delivers for all pipes, so their
 * state but for the queues is that thread's alone.
 */
public final class LoopbackTransport implements SpTransport {
    private final Map<String, Listening> names = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
                Thread made = new Thread(task, "loop");
                made.setDaemon(true);
                return made;
            },
            new ThreadPoolExecutor.DiscardPolicy());

    @Override
    public Set<String> schemes() {
        return Set.of("loop");
    }

    @Override
    public BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        Listening listening = new Listening(address, context, acceptor, names);
        if (names.putIfAbsent(address.rest(), listening) != null) {
            throw new SpException(SpError.ADDRESS_IN_USE, "a name is bound once only: address=" + address);
        }
        return listening;
    }

    @Override
    public AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        Listening there = names.get(address.rest());
        if (there == null || there.context.protocol() != context.protocol().peer()) {
            acceptor.failed(new SpException(SpError.REFUSED, "nobody fitting listens there: address=" + address));
            return () -> {};
        }
        LoopPipe near = new LoopPipe(address, context, false, thread);
        LoopPipe far = new LoopPipe(address, there.context, true, thread);
        near.other = far;
        far.other = near;
        thread.execute(() -> {
            far.handler = there.acceptor.attach(far);
            near.handler = far.handler == null ? null : acceptor.attach(near);
            if (near.handler == null) {
                near.end("turned away");
            } else {
                near.deliver();
                far.deliver();
            }
        });
        return () -> {};
    }

    @Override
    public void close() {
        thread.shutdown();
    }

    private record Listening(
            SpAddress address, TransportContext context, PipeAcceptor acceptor, Map<String, Listening> names)
            implements BoundListener {
        @Override
        public void close() {
            names.remove(address.rest(), this);
        }
    }

    /** One end of a connection. */
    private static final class LoopPipe implements Pipe {
        private final int id = PipeIds.next();
        private final PeerInfo peer;
        private final TransportContext context;
        private final Executor thread;
        private final Queue<SpMessage> arrived = new ConcurrentLinkedQueue<>();
        private final AtomicInteger count = new AtomicInteger();
        private LoopPipe other;
        private PipeHandler handler;
        private boolean blocked;
        private boolean over;
        private volatile boolean refused;
        private volatile boolean closed;
        private volatile String ending;

        LoopPipe(SpAddress address, TransportContext context, boolean accepted, Executor thread) {
            this.context = context;
            this.thread = thread;
            this.peer = new PeerInfo(context.protocol().peer(), address.toString(), address.toString(), accepted, null);
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
            if (!isWritable()) {
                refused = true;
                if (!isWritable()) {
                    return false;
                }
            }
            message.arrive();
            other.count.incrementAndGet();
            other.arrived.add(message);
            thread.execute(other::deliver);
            return true;
        }

        @Override
        public boolean isWritable() {
            return !closed
                    && ending == null
                    && other.count.get() < context.options().sendBuffer();
        }

        /** Hands over what has arrived, until the handler has no room; on the thread. */
        private void deliver() {
            while (!over && !blocked && handler != null && !arrived.isEmpty()) {
                SpMessage message = arrived.element();
                message.pipe(id);
                if (!handler.onMessage(this, message)) {
                    blocked = true;
                    return;
                }
                arrived.remove();
                count.decrementAndGet();
                if (other.refused && other.isWritable()) {
                    other.refused = false;
                    other.handler.onWritable(other);
                }
            }
            if (arrived.isEmpty() && other.ending != null) {
                other.end(other.ending);
            }
        }

        /** Ends both sides; on the thread. */
        private void end(String reason) {
            finish(reason);
            other.finish("the other side has closed: " + reason);
        }

        private void finish(String reason) {
            if (over) {
                return;
            }
            over = true;
            closed = true;
            for (SpMessage message = arrived.poll(); message != null; message = arrived.poll()) {
                message.release();
                other.context.drops().dropped(DropReason.PEER_GONE);
            }
            if (handler != null) {
                handler.onClosed(this, reason);
            }
        }

        @Override
        public void flush() {
            // nothing is held back
        }

        @Override
        public boolean poll() {
            return false;
        }

        @Override
        public void watch() {
            // the thread always delivers
        }

        @Override
        public void resume() {
            thread.execute(() -> {
                blocked = false;
                deliver();
            });
        }

        @Override
        public int pending() {
            return other.count.get();
        }

        @Override
        public void close(String reason) {
            closed = true;
            thread.execute(() -> end(reason));
        }

        @Override
        public void closeGently(String reason) {
            ending = reason;
            thread.execute(other::deliver);
        }
    }
}
