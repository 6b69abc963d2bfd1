// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One link that is listened to. A thread per direction; what they understand of it is guarded by this. */
final class TapLink {
    private static final int CHUNK = 64 << 10;

    private final SocketChannel dialler;
    private final int link;
    private final Consumer<? super TappedFrame> sink;
    private final TapDirection forth;
    private final TapDirection back;
    private volatile @Nullable SocketChannel acceptor;

    TapLink(SocketChannel dialler, int link, Consumer<? super TappedFrame> sink) {
        this.dialler = dialler;
        this.link = link;
        this.sink = sink;
        TapState shared = new TapState();
        forth = new TapDirection(shared, true, this::show, () -> {});
        // what has come early waits until the codec is known, and is shown before its answers
        back = new TapDirection(shared, false, this::show, forth::read);
    }

    void acceptor(SocketChannel channel) {
        acceptor = channel;
    }

    /** Passes bytes on until their sender ends. */
    void pass(boolean fromDialler) {
        SocketChannel known = acceptor;
        if (known == null) {
            throw new IllegalStateException("there must be an acceptor");
        }
        SocketChannel from = fromDialler ? dialler : known;
        SocketChannel to = fromDialler ? known : dialler;
        byte[] bytes = new byte[CHUNK];
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (from.read(buffer.clear()) >= 0) {
                understand(fromDialler, bytes, buffer.position());
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
            }
            to.shutdownOutput();
        } catch (IOException e) {
            close(); // one side is gone: the other must see that, too
        }
    }

    private synchronized void understand(boolean fromDialler, byte[] bytes, int length) {
        (fromDialler ? forth : back).add(bytes, length);
    }

    private void show(boolean fromDialler, String frame, int bytes, Map<String, @Nullable Object> facts) {
        sink.accept(new TappedFrame(Instant.now(), link, fromDialler, frame, bytes, facts));
    }

    /** Something that is no frame. */
    synchronized void say(String what, String text) {
        show(true, what, 0, text.isEmpty() ? Map.of() : Map.of("text", text));
    }

    void close() {
        try (SocketChannel one = dialler;
                SocketChannel other = acceptor) {
            if (one.isOpen() && other != null) {
                other.shutdownInput();
            }
        } catch (IOException e) {
            return; // closed all the same
        }
    }
}
