// SPDX-License-Identifier: Apache-2.0
package io.troupe.house.traced;

import io.troupe.sp.Sockets;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.SendingSocket;
import java.time.Duration;

/** A message from a PUSH to a PULL socket over loopback tcp; a thread waits for it. Both sockets are in this process. */
final class SocketMessage implements Operation {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final byte[] BODY = {1, 2, 3, 4};

    private final SendingSocket push = Sockets.push();
    private final ReceivingSocket pull = Sockets.pull();

    SocketMessage() {
        String uri = pull.listen("tcp://127.0.0.1:0").uri();
        push.dial(uri).connected().await(LIMIT);
        new Thread(this::receive, "receiver").start();
    }

    private void receive() {
        while (true) {
            var message = pull.receive();
            Marks.effect();
            message.release();
            Operations.DONE.release();
        }
    }

    @Override
    public void run() throws InterruptedException {
        Marks.begin();
        push.send(BODY);
        Operations.DONE.acquire();
    }
}
