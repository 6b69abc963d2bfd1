// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.netty.NetFailure;
import java.security.cert.X509Certificate;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The side of a connection that its owner sees. {@link ConnectionHandler} is the side that the channel sees. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class NettyConnection implements Connection {
    private static final Logger LOG = LoggerFactory.getLogger(NettyConnection.class);

    private final Channel channel;
    private final String peer;
    private final @Nullable X509Certificate certificate;
    private final boolean secure;
    private final ReceiveBuffer received;
    private final SendBuffer toSend;
    private final ConnectionTimers timers;
    private final @Nullable InprocHandler inproc;
    /**
     * Whether its listener has been told that it has ended. Written by the loop, after what the listener has written. Race: another
     * thread gives a task while the connection ends. If it sees this unset, the loop runs the task, now or after the end; if it
     * sees it set, it sees as well what the listener has made of the end. So nobody's task vanishes while all looks well to him.
     */
    private volatile boolean over;

    // the loop's
    private boolean ended;
    private boolean paused;
    private boolean closing;
    private boolean flushing;
    private @Nullable String failure;
    /** Whether the other side sends no more. */
    private boolean inputEnded;
    /** Due once the listener has had all that came before that; null: nothing is. */
    private @Nullable Runnable lateEnd;

    private boolean refused;

    NettyConnection(
            Channel channel,
            String peer,
            @Nullable X509Certificate certificate,
            boolean secure,
            ReceiveBuffer received) {
        this.channel = channel;
        this.peer = peer;
        this.certificate = certificate;
        this.secure = secure;
        this.received = received;
        this.toSend = new SendBuffer(channel);
        this.timers = new ConnectionTimers(channel.eventLoop(), this::runGuarded);
        this.inproc = channel.pipeline().get(InprocHandler.class);
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean isSecure() {
        return secure;
    }

    @Override
    public boolean isRefused() {
        return refused;
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return certificate;
    }

    @Override
    public boolean inLoop() {
        return channel.eventLoop().inEventLoop();
    }

    @Override
    public void execute(Runnable task) {
        if (over) {
            return;
        }
        try {
            channel.eventLoop().execute(() -> run(task));
        } catch (RejectedExecutionException e) {
            LOG.debug("a task came after the end of its loop: peer={}", peer);
        }
    }

    @Override
    public Executor loop() {
        return task -> channel.eventLoop().execute(task); // and nobody can end the loop
    }

    @Override
    public Timeout schedule(long nanos, Runnable task) {
        return timers.schedule(nanos, task);
    }

    @Override
    public void write(byte[] bytes, int from, int to) {
        if (!closing && !ended) {
            toSend.write(bytes, from, to);
        }
    }

    @Override
    public void flush() {
        if (closing || ended) {
            return;
        }
        flushing = true;
        try {
            toSend.flush();
        } finally {
            flushing = false;
        }
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public long unsent() {
        return toSend.collected() + (inproc == null ? toSend.handedOver() : inproc.flying());
    }

    @Override
    public void reading(boolean on) {
        if (closing || ended) {
            return;
        }
        paused = !on;
        received.paused(paused);
        if (paused) {
            channel.config().setAutoRead(false);
        } else {
            // later, as this may be within a call of the listener
            execute(this::resume);
        }
    }

    private void resume() {
        if (!paused && !ended) {
            received.offerKept();
        }
        if (paused || closing || ended) {
            return;
        }
        Runnable due = lateEnd;
        lateEnd = null;
        if (due != null) {
            due.run();
        } else if (!inputEnded) {
            channel.config().setAutoRead(true);
        }
    }

    /**
     * The other side has closed in order, and its last bytes may wait for a listener that has stopped reading. With TLS the socket
     * tells the same again. Loop only.
     *
     * @param end at once, or after the listener has gone on and had those bytes
     */
    void endInput(Runnable end) {
        if (inputEnded) {
            return;
        }
        inputEnded = true;
        if (!paused) {
            received.offerKept(); // it may just have gone on
        }
        if (paused && !received.isEmpty()) {
            lateEnd = end;
        } else {
            end.run();
        }
    }

    @Override
    public void close() {
        if (inLoop()) {
            closeInLoop();
        } else {
            execute(this::closeInLoop);
        }
    }

    /** Sends the rest and says goodbye; nothing is delivered from here on. */
    private void closeInLoop() {
        if (closing || ended) {
            return;
        }
        closing = true;
        received.stop();
        toSend.flush();
        channel.close();
    }

    @Override
    public void abort() {
        if (inLoop()) {
            abort("aborted by this side");
        } else {
            execute(() -> abort("aborted by this side"));
        }
    }

    /** The same as {@link #abort(String)}, and remembers whether TLS was refused. Loop only. */
    void abort(NetFailure cause) {
        boolean tls = cause.kind() == NetFailure.Kind.NOT_TRUSTED || cause.kind() == NetFailure.Kind.TLS_REFUSED;
        refused |= tls && failure == null && !closing;
        abort(cause.text());
    }

    /** Closes at once, with a reset where there is such a thing. Loop only. */
    void abort(String cause) {
        fail(cause);
        received.stop();
        if (channel.isActive() && channel.config().getOptions().containsKey(ChannelOption.SO_LINGER)) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        // later, as this may be within a call of the listener
        channel.eventLoop().execute(() -> OrderlyClose.force(channel));
    }

    /** Remembers the first failure; those after an orderly end do not count. Loop only. */
    void fail(String cause) {
        if (failure == null && !closing) {
            failure = cause;
        }
    }

    /** Runs what belongs to the owner: its failure is the end of the connection. Loop only. */
    void runGuarded(Runnable task) {
        if (!ended) {
            run(task);
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("a listener or task of a connection must not fail, it is aborted: peer={}", peer, e);
            abort("its listener failed, " + e);
        }
    }

    /** For what the listener throws at the very end, when nothing is left to abort. */
    void report(Throwable failure) {
        LOG.error("a listener must not fail: peer={}", peer, failure);
    }

    /** Whether this call is within {@link #flush}. Loop only. */
    boolean isFlushing() {
        return flushing;
    }

    boolean isClosing() {
        return closing || ended;
    }

    /** Its listener has been told the end. Loop only. */
    void over() {
        over = true;
    }

    /** Gives everything back. Loop only. */
    @Nullable
    String end() {
        ended = true;
        received.stop();
        toSend.discard();
        timers.close();
        return failure;
    }

    @Override
    public String toString() {
        return "Connection[" + peer + "]";
    }
}
