// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Thousands connect at once, greet or not, and vanish. */
@Timeout(180)
@Tag("soak")
class BurstTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int BATCHES = 20;
    private static final int BATCH = 500;
    /** Less than half of what the pipes, were they kept, would take. */
    private static final long MOST_GROWTH = 4L << 20;

    @Test
    void shouldAnswerAmidstAndForgetAllAfterwards() throws IOException {
        Random random = new Random(7);
        try (RepSocket rep = Sockets.rep(SocketOptions.defaults());
                ReqSocket req = Sockets.req()) {
            rep.serve(Promise::of);
            String uri = rep.listen("tcp://127.0.0.1:0").uri();
            req.dial(uri).connected().await(LIMIT);
            burst(uri, random); // warms up
            Until.isTrue("only the asker is left", () -> rep.pipes().size() == 1);
            long heap = usedHeap();
            int files = Residue.files().size();
            for (int i = 0; i < BATCHES; i++) {
                burst(uri, random);
                req.ask(SpMessage.of("still there?"), LIMIT).release();
            }
            Until.isTrue("only the asker is left", () -> rep.pipes().size() == 1);
            Until.isTrue("the files are closed", () -> Residue.files().size() <= files);
            assertThat(rep.stats().connected()).isGreaterThan(BATCHES * BATCH / 4);
            Until.isTrue("the memory is free", () -> usedHeap() - heap < MOST_GROWTH);
        }
    }

    private static void burst(String uri, Random random) throws IOException {
        List<Stranger> strangers = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            Stranger stranger = Stranger.at(uri).rude();
            strangers.add(stranger);
            stranger.say(Stranger.nonsense(random, false));
            if (random.nextInt(4) == 0) {
                stranger.close();
            }
        }
        for (Stranger stranger : strangers) {
            stranger.close();
        }
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
