// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ReactorTest {
    /** A listener is closed once more when the last socket has closed: who waits for its address must not wait in vain. */
    @Test
    void shouldRunTasksThatForgetChannelsAfterTheEnd() {
        Reactor reactor = new Reactor("reactor-test");
        reactor.start();
        reactor.close();
        AtomicBoolean done = new AtomicBoolean();
        reactor.execute(() -> {
            reactor.forgetClosed();
            done.set(true);
        });
        assertThat(done).isTrue();
    }

    /** Else a process that is short of files would lose more of them by each attempt to dial. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldLeaveNoFilesOpenWhenTheyAreTooFewToStart() throws Exception {
        assertThat(FewFilesProcess.outcome()).isEqualTo(FewFilesProcess.ALL_BACK);
    }

    /** A socket may be closed by what its own reactor calls. */
    @Test
    void shouldRunTasksOfItsOwnThreadAfterTheLookDuringWhichItWasClosed() throws Exception {
        Reactor reactor = new Reactor("reactor-test");
        reactor.start();
        CompletableFuture<Boolean> forgotten = new CompletableFuture<>();
        Pipe pipe = Pipe.open();
        try (Pipe.SinkChannel sink = pipe.sink();
                Pipe.SourceChannel source = pipe.source()) {
            source.configureBlocking(false);
            reactor.execute(() -> register(reactor, source, forgotten));
            sink.write(ByteBuffer.allocate(1));
            assertThat(forgotten.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void register(Reactor reactor, Pipe.SourceChannel source, CompletableFuture<Boolean> forgotten) {
        try {
            reactor.register(source, SelectionKey.OP_READ, new SelectionHandler() {
                @Override
                public void onReady(int operations) {
                    reactor.close();
                    reactor.execute(() -> {
                        reactor.forgetClosed();
                        forgotten.complete(true);
                    });
                }

                @Override
                public void onFailure(Throwable cause) {
                    // the end
                }
            });
        } catch (IOException e) {
            forgotten.completeExceptionally(e);
        }
    }
}
