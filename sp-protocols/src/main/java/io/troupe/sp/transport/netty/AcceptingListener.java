// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What listens at one address. Turns away those whose handshake is through only after it was closed. Any thread. */
final class AcceptingListener implements BoundListener, PipeAcceptor {
    private final SpAddress address;
    private final PipeAcceptor acceptor;
    private final Runnable onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param onClose run once, by who closes it */
    AcceptingListener(SpAddress address, PipeAcceptor acceptor, Runnable onClose) {
        this.address = address;
        this.acceptor = acceptor;
        this.onClose = onClose;
    }

    @Override
    public SpAddress address() {
        return address;
    }

    @Override
    public @Nullable PipeHandler attach(Pipe pipe) {
        return closed.get() ? null : acceptor.attach(pipe);
    }

    @Override
    public void failed(SpException cause) {
        acceptor.failed(cause);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            onClose.run();
        }
    }
}
