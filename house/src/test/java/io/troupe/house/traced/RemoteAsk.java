// SPDX-License-Identifier: Apache-2.0
package io.troupe.house.traced;

import io.troupe.core.ActorSystem;
import io.troupe.house.traced.LocalCalls.Asker;
import io.troupe.house.traced.LocalCalls.Target;
import io.troupe.remoting.Remoting;
import java.time.Duration;

/** An ask from an actor to an actor of another system, over a link by loopback tcp; both systems are in this process. */
final class RemoteAsk implements Operation {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Asker asker;
    private final Target target;

    RemoteAsk() {
        ActorSystem there = ActorSystem.start("there");
        ActorSystem here = ActorSystem.start("here");
        asker = here.spawn(Asker.class, Asker::new);
        Remoting server = Remoting.on(there);
        server.expose("target", there.spawn(Target.class, Target::new));
        String address =
                server.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
        target = Remoting.on(here).connect(address).await(LIMIT).lookup("target", Target.class);
    }

    @Override
    public void run() throws InterruptedException {
        asker.ask(target);
        Operations.DONE.acquire();
    }
}
