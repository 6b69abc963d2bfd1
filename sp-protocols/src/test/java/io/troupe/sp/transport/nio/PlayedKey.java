// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** Does something else right before a change of interest, as another thread might. */
final class PlayedKey extends SelectionKey {
    private final SocketChannel channel;
    private final Selector selector;
    private int interest;
    Runnable beforeOff = () -> {};
    Runnable beforeOn = () -> {};

    PlayedKey(SocketChannel channel, Selector selector) {
        this.channel = channel;
        this.selector = selector;
    }

    @Override
    public SelectableChannel channel() {
        return channel;
    }

    @Override
    public Selector selector() {
        return selector;
    }

    @Override
    public boolean isValid() {
        return true;
    }

    @Override
    public void cancel() {
        // nobody registered it
    }

    @Override
    public int interestOps() {
        return interest;
    }

    @Override
    public SelectionKey interestOps(int ops) {
        interest = ops;
        return this;
    }

    @Override
    public int interestOpsAnd(int ops) {
        beforeOff.run();
        return super.interestOpsAnd(ops);
    }

    @Override
    public int interestOpsOr(int ops) {
        beforeOn.run();
        return super.interestOpsOr(ops);
    }

    @Override
    public int readyOps() {
        return 0;
    }
}
