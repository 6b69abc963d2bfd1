// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import io.troupe.core.ActorSystem;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A process that takes messages of up to 32 MiB, with default settings otherwise. For each line that it reads it waits until its
 * memory has been given back, and says how often a message was refused for want of it.
 */
final class TightHeapNode {
    static final LinkLimits LIMITS = LinkLimits.defaults()
            .frames(new FrameLimits(32 << 20, FrameLimits.defaults().maxDepth()));

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private TightHeapNode() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (ActorSystem system = ActorSystem.start("tight")) {
            Remoting remoting = Remoting.on(system, RemotingConfig.production().limits(LIMITS));
            remoting.expose("sink", system.spawn(Sink.class, () -> new Sink(Sink.Pace.FAST)));
            String address =
                    remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
            System.out.println(Address.parse(address).port());
            while (in.readLine() != null) {
                Await.until("all is given back", LIMIT, () -> system.memory().used() == 0);
                System.out.println(system.memory().refused());
            }
        }
    }
}
