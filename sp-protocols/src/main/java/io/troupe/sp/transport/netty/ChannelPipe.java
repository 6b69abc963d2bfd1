// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.Future;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.PipeIds;
import io.troupe.sp.transport.TransportContext;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pipe over a channel. What other threads ask for becomes a task of the loop, so the state below needs no lock and
 * nothing is told while its cause is still at work.
 *
 * <p>The end: one side, or both, leaves (writes what is pending, then says goodbye), hears the other's goodbye, and closes the
 * channel. What arrived before and was refused still waits for its handler, who is told of the end after it, and after all
 * that was not written is counted.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class ChannelPipe implements Pipe {
    /** How long the other side may take to answer a goodbye. */
    private static final long GRACE_SECONDS = 5;

    private final int id = PipeIds.next();
    private final Channel channel;
    private final PeerInfo peer;
    private final TransportContext context;
    private final FramingHandler framing;
    private final ChannelSendQueue outgoing;
    private final RefusedMessages incoming;
    private volatile boolean open = true;

    // loop only
    private @Nullable PipeHandler handler;
    private @Nullable String reason;
    private @Nullable Future<?> grace;
    private boolean leaving;
    private boolean saidGoodbye;
    private boolean heardGoodbye;
    private boolean failed;
    private boolean mute;
    private boolean cut;
    private boolean gone;
    private boolean ended;

    ChannelPipe(Channel channel, PeerInfo peer, TransportContext context, FramingHandler framing) {
        this.channel = channel;
        this.peer = peer;
        this.context = context;
        this.framing = framing;
        this.outgoing = new ChannelSendQueue(this, framing, context.options().sendBuffer());
        this.incoming = new RefusedMessages(this, channel.config());
    }

    /** From now on messages are delivered. */
    void start(PipeHandler given) {
        handler = given;
        incoming.start(given);
    }

    /** Nobody wants it. */
    void abandon() {
        open = false;
        gone = true;
        ended = true;
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
        return open && outgoing.offer(message);
    }

    @Override
    public boolean isWritable() {
        return open && outgoing.hasRoom();
    }

    @Override
    public void flush() {
        // the loop writes what was offered, and flushes then
    }

    @Override
    public boolean poll() {
        return false; // only the loop reads
    }

    @Override
    public void watch() {
        // the loop always does
    }

    @Override
    public void resume() {
        // also when nothing seems refused: the loop may be about to say so
        run(this::deliver);
    }

    private void deliver() {
        incoming.deliver(!gone);
        endIfDone();
    }

    @Override
    public int pending() {
        return outgoing.pending();
    }

    @Override
    public void close(String why) {
        open = false;
        run(() -> {
            note(why);
            cut = true;
            context.drops().dropped(DropReason.CLOSED, incoming.discard());
            shut();
            endIfDone();
        });
    }

    @Override
    public void closeGently(String why) {
        open = false;
        run(() -> {
            note(why);
            leave();
        });
    }

    /** Has the loop do it; any thread. */
    void run(Runnable task) {
        try {
            channel.eventLoop().execute(() -> guarded(task));
        } catch (RejectedExecutionException e) {
            guarded(task); // the loop has ended, so nothing else is at work
        }
    }

    /**
     * Has the loop do it once it has looked at its channels; for tasks that make others like them: as long as there are tasks,
     * a loop looks at no channel, be it for a second. Loop only.
     */
    void runAfterLook(Runnable task) {
        if (channel.eventLoop() instanceof SingleThreadEventLoop loop && !loop.isShuttingDown()) {
            loop.executeAfterEventLoopIteration(() -> run(task));
        } else {
            run(task);
        }
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** Whether messages may still be written. Loop only, as all that follows. */
    boolean isTalking() {
        return !saidGoodbye && !cut && !gone && !failed && !mute;
    }

    /** Whether what arrives is not looked at any more. */
    boolean isFailed() {
        return failed || cut;
    }

    void arrived(SpMessage message) {
        if (cut || ended) {
            message.release();
        } else {
            incoming.arrived(message);
        }
    }

    /** Looks at nothing that arrives from now on. */
    void breakOff(Throwable cause) {
        if (!failed && SpFailures.isTooLong(cause)) {
            context.drops().dropped(DropReason.TOO_LONG);
        }
        note(SpFailures.text(cause));
        open = false;
        failed = true;
    }

    void failed(Throwable cause) {
        breakOff(cause);
        shut();
    }

    /** What was given to the channel does not go out, nor will what follows. */
    void cannotWrite(Throwable cause) {
        if (!mute) {
            note(SpFailures.text(cause));
            open = false;
            mute = true;
            shut();
        }
    }

    void dropped(int messages) {
        boolean own = cut || (leaving && !heardGoodbye);
        context.drops().dropped(own ? DropReason.CLOSED : DropReason.PEER_GONE, messages);
    }

    void writable() {
        PipeHandler given = handler;
        if (open && given != null) {
            given.onWritable(this);
        }
    }

    /** Something is out. */
    void written() {
        if (leaving && outgoing.pending() == 0 && isTalking()) {
            saidGoodbye = true;
            limitTheRest();
            framing.goodbye(heardGoodbye).addListener(done -> {
                if (heardGoodbye) {
                    channel.close();
                }
            });
        }
    }

    private void leave() {
        if (!leaving && !gone) {
            leaving = true;
            written();
        }
    }

    /** Nobody waits for ever for an answer to a goodbye. */
    private void limitTheRest() {
        if (grace == null) {
            grace = channel.eventLoop().schedule(this::shut, GRACE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** The other side sends nothing any more. */
    void heardGoodbye() {
        if (gone || heardGoodbye) {
            return;
        }
        note("the other side has closed");
        heardGoodbye = true;
        open = false;
        if (saidGoodbye) {
            channel.close();
        } else {
            limitTheRest();
            leave();
        }
    }

    /** The channel is closed. */
    void disconnected() {
        note("the connection was lost");
        open = false;
        if (!gone) {
            gone = true;
            outgoing.close();
        }
        Future<?> timer = grace;
        if (timer != null) {
            timer.cancel(false);
        }
        endIfDone();
    }

    private void note(String why) {
        if (reason == null) {
            reason = why;
        }
    }

    /** Tells the end if it has come, and nothing is on its way any more, in or out. */
    void endIfDone() {
        PipeHandler given = handler;
        if (gone && !ended && given != null && incoming.isEmpty() && outgoing.pending() == 0) {
            ended = true;
            given.onClosed(this, String.valueOf(reason));
        }
    }

    /** Closes the channel, without waiting for what is still to be written. */
    private void shut() {
        ChannelOutboundBuffer unwritten = channel.unsafe().outboundBuffer();
        if (unwritten == null || unwritten.isEmpty()) {
            channel.close();
        } else {
            channel.unsafe().close(channel.voidPromise());
        }
    }
}
