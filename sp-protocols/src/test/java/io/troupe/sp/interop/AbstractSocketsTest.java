// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.net.netty.SocketChoice;
import io.troupe.net.netty.SocketIo;
import io.troupe.sp.Wires;
import io.troupe.sp.peers.NeedsPeers;
import io.troupe.sp.peers.PanicRetry;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.Pynng;
import io.troupe.sp.peers.PynngSocket;
import io.troupe.sp.peers.Role;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sockets with a name and no file, with nng at the other end; nanomsg and mangos have none. */
@NeedsPeers(Peer.PYNNG)
@Timeout(120)
@ExtendWith(PanicRetry.class)
@Tag("interop")
class AbstractSocketsTest {
    private static final String LONG = "x".repeat(300_000);

    @ParameterizedTest(name = "we listen: {0}")
    @ValueSource(booleans = {true, false})
    void shouldTalkToNng(boolean weListen) {
        Assumptions.assumeTrue(SocketChoice.best().io() == SocketIo.EPOLL);
        String uri = Wires.nameless();
        try (Pynng pynng = Pynng.start();
                PynngSocket theirs = pynng.open(Role.PAIR0);
                Ours ours = Ours.open(Role.PAIR0)) {
            if (weListen) {
                ours.listen(uri);
                theirs.dial(uri);
            } else {
                theirs.listen(uri);
                ours.dial(uri);
            }
            for (String text : new String[] {"", "short", LONG}) {
                ours.send(text);
                assertThat(theirs.receive()).isEqualTo(text);
                theirs.send(text);
                assertThat(ours.receive()).isEqualTo(text);
            }
        }
    }
}
