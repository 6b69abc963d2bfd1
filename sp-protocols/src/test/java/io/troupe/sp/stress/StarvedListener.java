// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import java.io.IOException;
import java.time.Duration;

/** A process that answers at a port, and may be given few files to do so. Says the address when it has answered once. */
final class StarvedListener {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private StarvedListener() {}

    /** Without arguments. */
    public static void main(String[] args) throws IOException {
        try (RepSocket rep = Sockets.rep()) {
            rep.serve(Promise::of);
            String uri = rep.listen("tcp://127.0.0.1:0").uri();
            try (ReqSocket req = Sockets.req()) { // all classes are there before the files are not
                req.dial(uri).connected().await(LIMIT);
                req.ask(SpMessage.of("warm"), LIMIT).release();
            }
            System.out.println(uri);
            while (System.in.read() >= 0) {
                // until the test has ended
            }
        }
    }
}
