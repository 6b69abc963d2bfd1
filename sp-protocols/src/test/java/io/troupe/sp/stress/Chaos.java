// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketListener;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Two sockets at a time, one listens and one dials; breaks what is between them, at random. One thread's. */
final class Chaos {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_PAUSE_MICROS = 20_000;

    private final SpSocket listening;
    private final SpSocket dialling;
    private final Random random;
    private SocketListener listener;
    private SocketDialer dialer;
    private boolean dialsOnce;

    Chaos(SpSocket listening, SpSocket dialling, String address, Random random) {
        this.listening = listening;
        this.dialling = dialling;
        this.random = random;
        this.listener = listening.listen(address);
        this.dialer = dialling.dial(listener.uri());
    }

    /** Where the listener is. */
    String uri() {
        return listener.uri();
    }

    /** Waits for the first connection. */
    Chaos connected() {
        Styles.settled(dialer.connected());
        return this;
    }

    /** From now on no new pipe comes before the one in whose place it comes is gone: for those who send to every pipe. */
    Chaos dialOnce() {
        dialsOnce = true;
        return this;
    }

    /** Breaks so many things, with pauses. */
    void rage(int times) {
        for (int i = 0; i < times; i++) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(MOST_PAUSE_MICROS)));
            switch (random.nextInt(dialsOnce ? 4 : 6)) {
                case 0, 1 -> disconnect(listening);
                case 2, 3 -> disconnect(dialling);
                case 4 -> {
                    awaitPipe();
                    dialer.close();
                    dialer = dialling.dial(listener.uri());
                }
                default -> {
                    awaitPipe();
                    String uri = listener.uri();
                    listener.close();
                    listener = listenAgain(uri);
                }
            }
        }
    }

    /** Where a handshake takes longer than the pauses, no two would ever connect. */
    private void awaitPipe() {
        Await.until("there is a pipe", PATIENCE, () -> !dialling.pipes().isEmpty());
    }

    private void disconnect(SpSocket socket) {
        List<PipeInfo> pipes = socket.pipes();
        if (!pipes.isEmpty()) {
            socket.disconnect(pipes.get(random.nextInt(pipes.size())).id());
        }
    }

    /** A port may be lent to somebody else in between, then to another. */
    private SocketListener listenAgain(String uri) {
        try {
            return listening.listen(uri);
        } catch (SpException e) {
            if (e.reason() != SpError.ADDRESS_IN_USE || !uri.contains("127.0.0.1")) {
                throw e;
            }
            dialer.close();
            SocketListener other = listening.listen(uri.replaceFirst("127.0.0.1:\\d+", "127.0.0.1:0"));
            dialer = dialling.dial(other.uri());
            return other;
        }
    }
}
