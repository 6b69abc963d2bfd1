// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An acceptor and handler that keeps what it is told. Takes as many messages as it is permitted. */
final class CountingAcceptor implements PipeAcceptor, PipeHandler {
    private static final int SECONDS = 20;

    final Semaphore permits;
    final BlockingQueue<SpMessage> messages = new LinkedBlockingQueue<>();
    final AtomicInteger writable = new AtomicInteger();
    final AtomicInteger closings = new AtomicInteger();
    final CompletableFuture<String> closed = new CompletableFuture<>();
    private final CompletableFuture<Pipe> pipe = new CompletableFuture<>();
    private final BlockingQueue<SpException> failures = new LinkedBlockingQueue<>();

    volatile @Nullable RuntimeException trouble;

    CountingAcceptor() {
        this(Integer.MAX_VALUE);
    }

    CountingAcceptor(int permits) {
        this.permits = new Semaphore(permits);
    }

    Pipe pipe() {
        return pipe.orTimeout(SECONDS, TimeUnit.SECONDS).join();
    }

    String closed() {
        return closed.orTimeout(SECONDS, TimeUnit.SECONDS).join();
    }

    SpException failure() throws InterruptedException {
        SpException failure = failures.poll(SECONDS, TimeUnit.SECONDS);
        if (failure == null) {
            throw new AssertionError("nothing has failed");
        }
        return failure;
    }

    SpMessage message() throws InterruptedException {
        SpMessage message = messages.poll(SECONDS, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("nothing has arrived");
        }
        return message;
    }

    @Override
    public PipeHandler attach(Pipe made) {
        pipe.complete(made);
        return this;
    }

    @Override
    public void failed(SpException cause) {
        failures.add(cause);
    }

    @Override
    public boolean onMessage(Pipe from, SpMessage message) {
        RuntimeException thrown = trouble;
        if (thrown != null) {
            message.release(); // taken, then the mistake
            throw thrown;
        }
        return permits.tryAcquire() && messages.add(message);
    }

    @Override
    public void onWritable(Pipe of) {
        writable.incrementAndGet();
    }

    @Override
    public void onClosed(Pipe of, String reason) {
        closings.incrementAndGet();
        closed.complete(reason);
    }
}
