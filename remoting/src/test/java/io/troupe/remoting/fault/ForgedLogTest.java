// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.codec.Frame;
import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What peers say goes into the log of this process, and must look like it. */
class ForgedLogTest {
    private static final int MANY = 40;
    private static final String FORGED = "bye\n[main] INFO io.troupe.Ledger - paid=1000000\u001b[2J";

    @Test
    void shouldTellLostLinksOnOneShortLineAndNotEachOfThem() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        List<String> causes = new CopyOnWriteArrayList<>();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (ActorSystem system = ActorSystem.start("forged")) {
            Remoting remoting = Remoting.on(system, RemotingConfig.production());
            remoting.onLink(link -> link.onChange((state, why) -> causes.add(why)));
            Address at = remoting.listen("tcp://127.0.0.1:0")
                    .await(Duration.ofSeconds(20))
                    .address();
            for (int i = 0; i < MANY; i++) {
                try (RawPeer peer = RawPeer.greeted(at.port(), Encoding.BINARY)) {
                    peer.send(new Frame.Goodbye(FORGED + "x".repeat(100_000)));
                    peer.awaitEnd();
                }
            }
            Await.until("all links have ended", Duration.ofSeconds(20), () -> causes.size() == MANY);
        } finally {
            System.setErr(before);
        }

        assertThat(causes).allSatisfy(cause -> {
            assertThat(cause).contains("bye\\n[main] INFO").contains("more)").doesNotContain("\n", "\u001b");
            assertThat(cause.length()).isLessThan(300);
        });
        List<String> lines = log.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).noneMatch(line -> line.startsWith("[main] INFO io.troupe.Ledger"));
        assertThat(lines.stream().filter(line -> line.contains("link lost"))).hasSizeLessThanOrEqualTo(2);
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThan(1000));
    }
}
