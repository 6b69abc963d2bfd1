// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.client;

import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.examples.objstore.zeo.MalformedMessageException;
import io.troupe.examples.objstore.zeo.ZeoCodec;
import io.troupe.net.framed.FrameAcceptance;
import io.troupe.net.framed.FrameHandler;
import io.troupe.net.framed.FramedConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server. Calls are started by any thread, at most a window of them at a time; what comes is handled on the
 * loop, in its order, under the lock of this object. When the connection ends, for whatever reason, all calls fail, and so do
 * later ones.
 */
final class ClientLink implements FrameHandler {
    private static final String PROTOCOL = "M5";

    private final int window;
    private final Duration patience;
    private final BiConsumer<String, List<?>> calls;
    private final CountDownLatch greeting = new CountDownLatch(1);

    // ---- guarded by this
    private final Map<Integer, Call> underWay = new HashMap<>();
    private @Nullable FramedConnection connection;
    private int lastNumber;
    private boolean greeted;
    private @Nullable String end;

    /** A call and its outcome. Settled once, on the loop. */
    static final class Call {
        private final Runnable afterwards;
        private final Settlement settlement;
        private final Refusal refusal;
        private final CompletableFuture<@Nullable Object> outcome = new CompletableFuture<>();

        private Call(Settlement settlement, Refusal refusal, Runnable afterwards) {
            this.settlement = settlement;
            this.refusal = refusal;
            this.afterwards = afterwards;
        }

        /** Settled on the loop, under the lock of the link. */
        CompletableFuture<@Nullable Object> outcome() {
            return outcome;
        }
    }

    /** Turns the result of a reply into that of the call. On the loop, under the lock: what comes later is handled later. */
    interface Settlement {
        /** Turns a result, or throws what the caller gets. */
        @Nullable
        Object of(@Nullable Object reply);
    }

    /** Turns an error reply into the result of the call, or throws what the caller gets. On the loop, under the lock. */
    interface Refusal {
        /** Turns a fault, or throws. */
        @Nullable
        Object of(RemoteFailedException fault);
    }

    /**
     * For one connection.
     *
     * @param window most calls under way
     * @param patience longest wait
     * @param calls gets the calls of the server, on the loop and under the lock of this object
     */
    ClientLink(int window, Duration patience, BiConsumer<String, List<?>> calls) {
        this.window = window;
        this.patience = patience;
        this.calls = calls;
    }

    // ---- on the loop ----------------------------------------------------------------------------------------------

    @Override
    public synchronized void onOpen(FramedConnection opened) {
        connection = opened;
    }

    @Override
    public synchronized void onFrame(ByteBuffer frame) {
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        try {
            if (!greeted) {
                greet(bytes);
                return;
            }
            ZeoCodec.Message message = ZeoCodec.message(bytes);
            if (message != null) {
                received(message);
            }
        } catch (MalformedMessageException e) {
            abort(String.valueOf(e.getMessage()));
        }
    }

    private void greet(byte[] bytes) throws MalformedMessageException {
        if (!PROTOCOL.equals(new String(bytes, StandardCharsets.US_ASCII))) {
            throw new MalformedMessageException(
                    "a server must speak protocol M5, which is ZEO 5 with msgpack: first bytes="
                            + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 8)));
        }
        greeted = true;
        connection().send(bytes);
        greeting.countDown();
    }

    private void received(ZeoCodec.Message message) throws MalformedMessageException {
        if (!message.operation().equals(ZeoCodec.REPLY)) {
            if (!(message.content() instanceof List<?> arguments)) {
                throw new MalformedMessageException(
                        "a call must have a list of arguments: operation=" + message.operation());
            }
            try {
                calls.accept(message.operation(), arguments);
                notifyAll();
            } catch (IllegalArgumentException e) {
                throw new MalformedMessageException(String.valueOf(e.getMessage()), e);
            }
            return;
        }
        Call call = message.id() instanceof Long number ? underWay.remove(number.intValue()) : null;
        if (call == null) {
            throw new MalformedMessageException("a reply must be one that was asked for: id=" + message.id());
        }
        Object result = null;
        RuntimeException failure = null;
        try {
            result = message.flag() == ZeoCodec.FAULT
                    ? call.refusal.of(fault(message.content()))
                    : call.settlement.of(message.content());
        } catch (RuntimeException e) {
            failure = e;
        }
        settle(call, result, failure);
    }

    private static RemoteFailedException fault(@Nullable Object content) {
        String type = content instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof String name
                ? name
                : "unknown";
        return new RemoteFailedException(type, "a server must be able to carry out a call: error=" + text(content));
    }

    private static String text(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        return value instanceof List<?> list
                ? String.join(", ", list.stream().map(ClientLink::text).toList())
                : String.valueOf(value);
    }

    private void settle(Call call, @Nullable Object result, @Nullable RuntimeException failure) {
        call.afterwards.run();
        if (failure == null) {
            call.outcome.complete(result);
        } else {
            call.outcome.completeExceptionally(failure);
        }
        notifyAll();
    }

    @Override
    public synchronized void onWritable() {
        notifyAll();
    }

    @Override
    public synchronized void onClose(@Nullable String cause) {
        ended(cause == null ? "the server has closed it" : cause);
    }

    private void abort(String sentence) {
        ended(sentence);
        connection().abort();
    }

    private void ended(String sentence) {
        if (end == null) {
            end = sentence;
        }
        List<Call> lost = List.copyOf(underWay.values());
        underWay.clear();
        lost.forEach(call -> settle(call, null, lost(true)));
        greeting.countDown();
        notifyAll();
    }

    private LinkLostException lost(boolean maybeExecuted) {
        return new LinkLostException(
                "a link must be up: peer=" + (connection == null ? "none" : connection.peer()) + ", cause=" + end,
                maybeExecuted);
    }

    private FramedConnection connection() {
        FramedConnection open = connection;
        if (open == null) {
            throw new IllegalStateException("a connection must be open before it is used");
        }
        return open;
    }

    // ---- any thread -----------------------------------------------------------------------------------------------

    /** Waits until the server has said which protocol it speaks. */
    void awaitGreeting() throws InterruptedException {
        if (!greeting.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw late("greeting");
        }
        synchronized (this) {
            checkUp();
        }
    }

    private void checkUp() {
        if (end != null) {
            throw lost(false);
        }
    }

    private CallTimeoutException late(String what) {
        return new CallTimeoutException(
                "a server must answer in time: waits for=" + what + ", limit=" + patience.toMillis() + " ms");
    }

    /**
     * Waits until there is room in the window. Whoever holds the lock of this object may then start one call.
     *
     * @return whether it had to wait, so that others had the lock meanwhile
     */
    synchronized boolean awaitRoom() throws InterruptedException {
        checkUp();
        if (underWay.size() < window) {
            return false;
        }
        await(() -> underWay.size() < window, "room in the window");
        return true;
    }

    /** Waits, with the lock, until it is over or the link is down. */
    private void await(BooleanSupplier over, String what) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (!over.getAsBoolean()) {
            long millis = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (millis <= 0) {
                throw late(what);
            }
            wait(millis);
            checkUp();
        }
    }

    /**
     * Starts a call.
     *
     * @param settlement makes its outcome
     * @param refusal makes its outcome, if the server refuses
     * @param afterwards runs when it has its outcome, under the lock
     */
    synchronized Call start(
            Settlement settlement,
            Refusal refusal,
            Runnable afterwards,
            String operation,
            @Nullable Object... arguments)
            throws InterruptedException {
        awaitRoom();
        Call call = new Call(settlement, refusal, afterwards);
        int number = ++lastNumber & Integer.MAX_VALUE;
        underWay.put(number, call);
        try {
            send(ZeoCodec.ask(number, operation, arguments));
        } catch (InterruptedException | RuntimeException e) {
            underWay.remove(number);
            throw e;
        }
        return call;
    }

    /** Sends a frame, and waits while the network takes no more. */
    synchronized void send(byte[] frame) throws InterruptedException {
        checkUp();
        await(() -> connection().send(frame) != FrameAcceptance.FULL, "room in the network");
    }

    /** Waits for the outcome of a call. */
    @Nullable
    Object outcome(Call call, String what) throws InterruptedException {
        try {
            return call.outcome.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw late(what);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    /** Waits until what the server calls has made a condition true, which is looked at under the lock. */
    synchronized boolean awaitCall(BooleanSupplier condition, long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        while (!condition.getAsBoolean()) {
            checkUp();
            long millis = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (millis <= 0) {
                return false;
            }
            wait(millis);
        }
        return true;
    }

    /** Ends the connection. */
    void close() {
        FramedConnection open;
        synchronized (this) {
            ended("this client has closed it");
            open = connection;
        }
        if (open != null) {
            open.close();
        }
    }
}
