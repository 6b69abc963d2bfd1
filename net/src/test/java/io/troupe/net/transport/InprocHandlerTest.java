// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // what becomes of it is seen in the channel
class InprocHandlerTest {
    private static final int FULL = 100;

    private final InprocHandler handler = new InprocHandler(FULL / 2, FULL);
    private final EmbeddedChannel here = new EmbeddedChannel(handler);
    private final EmbeddedChannel there = new EmbeddedChannel(new InprocHandler(FULL / 2, FULL));

    private ByteBuf send(int bytes) {
        ByteBuf buffer = Unpooled.buffer(bytes).writeZero(bytes);
        here.writeOutbound(buffer);
        return buffer;
    }

    private Parcel underWay() {
        return here.readOutbound();
    }

    @Test
    void shouldBeFullUntilTheOtherEndHasTakenEnough() {
        send(60);
        send(60);
        assertThat(here.isWritable()).isFalse();
        there.writeInbound(underWay());
        assertThat(handler.flying()).isEqualTo(60);
        assertThat(here.isWritable()).isFalse();
        there.writeInbound(underWay());
        assertThat(handler.flying()).isZero();
        assertThat(here.isWritable()).isTrue();
        ByteBuf first = there.readInbound();
        assertThat(first.readableBytes()).isEqualTo(60);
    }

    /** As when the other end closes between being looked at and getting the parcel. */
    @Test
    void shouldGiveBackWhatGotLostOnTheWay() {
        ByteBuf taken = send(10);
        ByteBuf lost = send(10);
        there.writeInbound(underWay());
        Parcel nowhere = underWay();
        assertThat(lost.refCnt()).isOne();
        here.pipeline().close(); // close() of this channel would cancel what is scheduled
        here.advanceTimeBy(OrderlyClose.GRACE_MILLIS, TimeUnit.MILLISECONDS);
        here.runScheduledPendingTasks();
        here.runPendingTasks();
        assertThat(here.isOpen()).isFalse();
        assertThat(lost.refCnt()).isZero();
        assertThat(taken.refCnt()).isOne();
        there.writeInbound(nowhere); // if it comes in the end
        assertThat(there.<ByteBuf>readInbound()).isSameAs(taken);
        assertThat(there.<Object>readInbound()).isNull();
        assertThat(nowhere.refCnt()).isZero();
    }

    @Test
    void shouldEndInOrderWhenAllHasBeenTaken() {
        send(10);
        here.close();
        here.runPendingTasks();
        Parcel data = underWay();
        Parcel end = underWay();
        assertThat(data.isLast()).isFalse();
        assertThat(end.isLast()).isTrue();
        there.writeInbound(data);
        here.runPendingTasks();
        assertThat(here.isOpen()).isTrue();
        there.writeInbound(end);
        here.runPendingTasks();
        assertThat(here.isOpen()).isFalse();
        there.unsafe().closeForcibly();
        there.checkException(); // an orderly end is no failure
    }
}
