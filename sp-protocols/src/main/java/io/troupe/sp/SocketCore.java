// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketListener;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SocketStats;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every socket has whatever its protocol: dialers, listeners, pipes, counters, listeners of pipe events, and closing.
 * Patterns are built on it. Thread-safe; its lock is never held while calling others.
 */
final class SocketCore implements PipePoller {
    private static final Logger LOG = LoggerFactory.getLogger(SocketCore.class);

    /** Polling more pipes than this on a waiting thread costs more than waking it. */
    private static final int MOST_POLLED = 4;

    private final Protocol protocol;
    private final LiveOptions settings;
    private final SocketEngine engine;
    private final SocketTimers timers;
    private final SocketCounters counters = new SocketCounters();
    private final AdaptiveSpin spinner;
    private final TransportContext context;
    private final List<PipeListener> listenersOfPipes = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition pipeGone = lock.newCondition();
    private final List<CoreDialer> dialers = new ArrayList<>();
    private final List<CoreListener> listeners = new ArrayList<>();
    private volatile Pipe[] pipes = {};
    /** Also those whose end the pattern is being told of: who sees no pipe may count on its place. */
    private volatile Pipe[] known = {};

    private volatile boolean closed;
    /** Pipes say goodbye: what arrives now would only keep them from hearing the peer's answer. */
    private volatile boolean leaving;

    /** Guarded by the lock until it is closed. */
    private Runnable closing = () -> {};

    private @Nullable Pattern pattern;

    /** A core that nobody can reach yet; {@link #start} makes it ready. */
    SocketCore(Protocol protocol, SocketOptions options, SocketEngine engine) {
        this.protocol = protocol;
        this.settings = new LiveOptions(options);
        this.engine = engine;
        engine.acquire();
        this.timers = engine.timers();
        this.spinner = new AdaptiveSpin(options.spin().toNanos());
        this.context = new TransportContext(protocol, options, counters);
    }

    /** Gives it its rules, once, before anything else. */
    void start(Pattern given) {
        pattern = given;
    }

    private Pattern pattern() {
        Pattern given = pattern;
        if (given == null) {
            throw new IllegalStateException("a core needs its pattern before it can be used");
        }
        return given;
    }

    /** The socket's protocol. */
    Protocol protocol() {
        return protocol;
    }

    /** The socket's settings. */
    SocketOptions options() {
        return settings.options();
    }

    /** The same, and what may change of it. */
    LiveOptions settings() {
        return settings;
    }

    /** The time. */
    SocketTimers timers() {
        return timers;
    }

    /** The source of chance. */
    RandomGenerator random() {
        return engine.random();
    }

    /** Where the pattern counts. */
    SocketCounters counters() {
        return counters;
    }

    /** How the socket's threads wait. */
    AdaptiveSpin spinner() {
        return spinner;
    }

    /** For patterns: sending by this attempt. */
    SendPort sendPort(SendAttempt attempt) {
        return new SendPort(attempt, timers, spinner, this, counters, settings);
    }

    /** For patterns: a queue of received messages as long as the option says. */
    ReceiveQueue receiveQueue() {
        return new ReceiveQueue(options().receiveBuffer(), timers, spinner, this, counters, settings);
    }

    /** Whether nobody is connected. */
    boolean isAlone() {
        return pipes.length == 0;
    }

    /**
     * Why sending makes no sense when nobody is connected and the socket was told to fail then.
     *
     * @throws SpException NO_PEERS
     */
    void checkPeers() {
        if (options().failNoPeers() && isAlone()) {
            throw new SpException(SpError.NO_PEERS, "nobody is connected: protocol=" + protocol);
        }
    }

    private TransportContext context(SocketOptions own) {
        return own.equals(context.options()) ? context : new TransportContext(protocol, own, counters);
    }

    SocketDialer dial(String uri, SocketOptions settings) {
        SpAddress address = SpAddress.parse(uri);
        checkOpen();
        CoreDialer dialer =
                new CoreDialer(this, engine.transport(address.scheme()), address, context(settings), timers);
        lock.lock();
        try {
            checkOpen();
            dialers.add(dialer);
        } finally {
            lock.unlock();
        }
        try {
            dialer.dial();
        } catch (SpException e) {
            forget(dialer);
            throw e;
        }
        return dialer;
    }

    SocketListener listen(String uri, SocketOptions settings) {
        SpAddress address = SpAddress.parse(uri);
        checkOpen();
        BoundListener bound = engine.transport(address.scheme()).bind(address, context(settings), new PipeAcceptor() {
            @Override
            public @Nullable PipeHandler attach(Pipe pipe) {
                return SocketCore.this.attach(pipe, null);
            }

            @Override
            public void failed(SpException cause) {
                counters.rejected();
            }
        });
        CoreListener listener = new CoreListener(this, bound);
        lock.lock();
        try {
            if (!closed) {
                listeners.add(listener);
                return listener;
            }
        } finally {
            lock.unlock();
        }
        bound.close();
        throw closedError();
    }

    void forget(CoreDialer dialer) {
        lock.lock();
        try {
            dialers.remove(dialer);
        } finally {
            lock.unlock();
        }
    }

    void forget(CoreListener listener) {
        lock.lock();
        try {
            listeners.remove(listener);
        } finally {
            lock.unlock();
        }
    }

    void onPipe(PipeListener listener) {
        listenersOfPipes.add(Objects.requireNonNull(listener, "listener"));
    }

    List<PipeInfo> pipeInfos() {
        return Arrays.stream(known)
                .map(pipe -> new PipeInfo(pipe.id(), pipe.peer()))
                .toList();
    }

    boolean disconnect(int id, String reason) {
        for (Pipe pipe : pipes) {
            if (pipe.id() == id) {
                pipe.close(reason);
                return true;
            }
        }
        return false;
    }

    SocketStats stats() {
        return counters.read(known.length);
    }

    /** A pipe is through its handshake; null: it is not wanted. */
    @Nullable
    PipeHandler attach(Pipe pipe, @Nullable CoreDialer dialer) {
        PipeInfo info = new PipeInfo(pipe.id(), pipe.peer());
        if (!isAccepted(info) || !pattern().admits(pipe)) {
            counters.rejected();
            return null;
        }
        if (!add(pipe)) {
            return null;
        }
        if (!pattern().attach(pipe)) {
            remove(pipe);
            forget(pipe);
            counters.rejected();
            return null;
        }
        counters.connected();
        tell(listener -> listener.attached(info));
        return new Attached(info, dialer);
    }

    /** Whether no listener refuses it; one that fails does. */
    private boolean isAccepted(PipeInfo info) {
        try {
            return MustNotWait.call(() -> listenersOfPipes.stream().allMatch(listener -> listener.accepts(info)));
        } catch (Throwable e) {
            LOG.error("a listener of pipes failed, the pipe is refused: pipe={}", info, e);
            return false;
        }
    }

    /** Tells each listener. One that fails does no harm to the others, and none to the pipe. */
    private void tell(Consumer<PipeListener> event) {
        for (PipeListener listener : listenersOfPipes) {
            try {
                MustNotWait.run(() -> event.accept(listener));
            } catch (Throwable e) {
                LOG.error("a listener of pipes failed", e);
            }
        }
    }

    private boolean add(Pipe pipe) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            pipes = PipeArrays.with(pipes, pipe);
            known = PipeArrays.with(known, pipe);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void remove(Pipe pipe) {
        lock.lock();
        try {
            pipes = PipeArrays.without(pipes, pipe);
            pipeGone.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void forget(Pipe pipe) {
        lock.lock();
        try {
            known = PipeArrays.without(known, pipe);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void flush() {
        for (Pipe pipe : pipes) {
            pipe.flush();
        }
    }

    @Override
    public boolean poll() {
        Pipe[] now = pipes;
        boolean any = false;
        if (now.length <= MOST_POLLED) {
            for (Pipe pipe : now) {
                any |= pipe.poll();
            }
        }
        return any;
    }

    @Override
    public boolean mayWait() {
        return !engine.isDriven();
    }

    @Override
    public void watch() {
        for (Pipe pipe : pipes) {
            pipe.watch();
        }
    }

    /** Has this run when the socket closes, or at once if it is closed. */
    void onClosing(Runnable action) {
        lock.lock();
        try {
            if (!closed) {
                closing = action;
                return;
            }
        } finally {
            lock.unlock();
        }
        action.run();
    }

    /**
     * Closes; waits for what is yet to be written, but not longer than this, and in code that must not wait leaves that to another
     * thread. From the beginning pipes are refused what they bring: what the peer has not sent yet stays its own, and what was
     * lost on the way is counted.
     */
    void close(long lingerNanos) {
        List<AutoCloseable> endpoints = new ArrayList<>();
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            endpoints.addAll(listeners);
            dialers.forEach(dialer -> endpoints.add(dialer::stop));
        } finally {
            lock.unlock();
        }
        endpoints.forEach(SocketCore::closeQuietly);
        pattern().close(closedError());
        closing.run();
        if (lingerNanos > 0) {
            for (Pipe pipe : pipes) {
                pipe.closeGently("the socket was closed");
            }
            leaving = true;
            for (Pipe pipe : pipes) {
                pipe.resume(); // it may have been refused something
            }
            if (engine.isDriven() && pipes.length > 0) {
                timers.after(lingerNanos, () -> end(0));
                return;
            }
            if (MustNotWait.now() && pipes.length > 0) {
                Thread lingering = new Thread(() -> end(lingerNanos), "sp-linger");
                lingering.setDaemon(false); // the process, too, waits for what was sent
                lingering.start();
                return;
            }
        }
        end(lingerNanos);
    }

    private void end(long lingerNanos) {
        awaitGone(lingerNanos);
        for (Pipe pipe : pipes) {
            pipe.close("the socket was closed");
        }
        engine.release();
    }

    /** Closes what nobody needs any more. */
    static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            LOG.debug("closing failed: what={}", resource, e);
        }
    }

    private void awaitGone(long lingerNanos) {
        long left = lingerNanos;
        lock.lock();
        try {
            while (pipes.length > 0 && left > 0) {
                left = pipeGone.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closes at once
        } finally {
            lock.unlock();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw closedError();
        }
    }

    private SpException closedError() {
        return new SpException(SpError.CLOSED, "the socket is closed: protocol=" + protocol);
    }

    /** What an attached pipe tells goes to the pattern; the socket and the dialer hear of its end, too. */
    private final class Attached implements PipeHandler {
        private final PipeInfo info;
        private final @Nullable CoreDialer dialer;
        /** Whether something was received: the peer wanted us. Only ever set; threads may be late to see it. */
        private boolean useful;

        Attached(PipeInfo info, @Nullable CoreDialer dialer) {
            this.info = info;
            this.dialer = dialer;
        }

        @Override
        public boolean onMessage(Pipe pipe, SpMessage message) {
            if (!useful) {
                useful = true;
            }
            if (!closed) {
                return pattern().onMessage(pipe, message);
            }
            if (!leaving) {
                return false;
            }
            message.release();
            counters.dropped(DropReason.CLOSED);
            return true;
        }

        @Override
        public void onWritable(Pipe pipe) {
            pattern().onWritable(pipe);
        }

        @Override
        public void onClosed(Pipe pipe, String reason) {
            remove(pipe);
            pattern().onClosed(pipe, reason);
            forget(pipe);
            tell(listener -> listener.detached(info, reason));
            if (dialer != null) {
                dialer.lost(reason, useful);
            }
        }
    }
}
