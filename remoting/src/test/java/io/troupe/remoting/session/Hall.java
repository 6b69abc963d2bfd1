// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.ActorSystem;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.topic.Topic;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A process that publishes and others that subscribe, over links with loops of their own. */
final class Hall implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(20);

    /** A loop that a test has frozen gives no sign of life, on a busy machine for longer than peers wait by default. */
    private static final RemotingConfig PATIENT =
            RemotingConfig.production().limits(LinkLimits.defaults().heartbeat(Duration.ofMinutes(1)));

    private final ActorSystem here = ActorSystem.start("here");
    private final Remoting server = Remoting.on(here, PATIENT);
    private final List<ActorSystem> clients = new ArrayList<>();
    private final String address;

    Hall() {
        address = server.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
    }

    Remoting server() {
        return server;
    }

    ActorSystem system() {
        return here;
    }

    /** One more process. */
    Link link() {
        return link(PATIENT);
    }

    Link link(RemotingConfig config) {
        ActorSystem client = ActorSystem.start("there" + clients.size());
        clients.add(client);
        return Remoting.on(client, config).connect(address).await(LIMIT);
    }

    static void until(BooleanSupplier condition, Object what) {
        Await.until(String.valueOf(what), LIMIT, condition);
    }

    /** So many subscribers have arrived. */
    static void subscribers(Topic<?> topic, int count) {
        until(() -> topic.stats().subscribers().size() == count, "subscribers=" + count);
    }

    /** Ends a topic before its block does. */
    static void end(Topic<?> topic) {
        topic.close();
    }

    @Override
    public void close() {
        clients.forEach(ActorSystem::close);
        here.close();
    }
}
