// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.grpc;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Lets the sender of one-way messages wait while the transport has enough of them; there are no answers. */
final class ReadyGate implements ClientResponseObserver<byte[], byte[]>, Quiet {
    private final Semaphore ready = new Semaphore(0);
    /** Set when the call starts, before it is used. */
    private volatile @Nullable ClientCallStreamObserver<byte[]> stream;

    @Override
    public void beforeStart(ClientCallStreamObserver<byte[]> requests) {
        stream = requests;
        requests.setOnReadyHandler(ready::release);
    }

    ClientCallStreamObserver<byte[]> stream() {
        ClientCallStreamObserver<byte[]> open = stream;
        if (open == null) {
            throw new IllegalStateException("stream must be open");
        }
        return open;
    }

    void await(ClientCallStreamObserver<byte[]> open) {
        while (!open.isReady()) {
            ready.acquireUninterruptibly(); // permits of earlier events only mean another look
        }
    }

    @Override
    public void onNext(byte[] payload) {
        throw new IllegalStateException("server must not answer one-way messages: length=" + payload.length);
    }
}
