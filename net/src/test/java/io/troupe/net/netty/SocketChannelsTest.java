// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SocketChannelsTest {
    /** Remembers failures. */
    private static final class Caller implements DialHandler {
        final List<Throwable> failures = new ArrayList<>();

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public void onChannel(Channel channel) {
            throw new AssertionError("there must be no channel");
        }

        @Override
        public void onFailure(Throwable cause) {
            failures.add(cause);
        }
    }

    @Test
    void shouldNotEvenTryWhenTheLoopsHaveEnded() throws Exception {
        EventLoopGroup loops = LoopFactory.ofProcess().inproc(1, Thread::new);
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(30, TimeUnit.SECONDS);
        Caller caller = new Caller();
        SocketChannels.dial(
                loops,
                NioSocketChannel.class,
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
                caller);
        assertThat(caller.failures)
                .singleElement()
                .extracting(failure -> NetFailure.of(failure).kind())
                .isEqualTo(NetFailure.Kind.LOOPS_ENDED);
    }
}
