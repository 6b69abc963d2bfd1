// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide.durable;

import io.troupe.cluster.ClientConfig;
import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterClient;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.actor.CallId;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.examples.guide.durable.Members.Page;
import io.troupe.examples.guide.durable.VirtualActors.Price;
import io.troupe.net.transport.TlsFiles;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.topic.SlowConsumer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** A client of a cluster, and certificates: the quotes of chapter 19. */
public final class Clients {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Clients() {}

    // tag::secure[]
    static ClusterConfig secure(DataSource database, TlsFiles files) { // cert.pem, key.pem, ca.pem
        return ClusterConfig.database(database)
                .listen("tls://10.0.0.5:7400")
                .links(RemotingConfig.production().tls(files));
    }
    // end::secure[]

    // tag::topic[]
    static void follow(ClusterClient client, Callback<Price> seen, Callback<Long> missing) {
        client.topic("prices", Price.class).subscribe(SlowConsumer.DROP, seen, missing);
    }
    // end::topic[]

    // tag::callers[]
    static ClusterConfig guarded(ClusterConfig secure) {
        return secure.callers((caller, target, method) -> caller != null // the subject of a certificate
                && (caller.name().startsWith("CN=member-") // members call each other
                        || (caller.name().equals("CN=shop") && target.startsWith("page/"))
                        || method.name().equals("visit")));
    }
    // end::callers[]

    /** Runs the parts. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("troupe-clients");
        try {
            run(folder.resolve("state.db"));
        } finally {
            for (String ending : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(folder.resolve("state.db" + ending));
            }
            Files.delete(folder);
        }
    }

    private static void run(Path file) {
        try (ActorSystem first = ActorSystem.start("first");
                ActorSystem second = ActorSystem.start("second");
                ActorSystem shop = ActorSystem.start("shop")) {
            Cluster red = Members.member(first, "red", file);
            String address = red.self().address();
            // tag::client[]
            ClusterClient client = Cluster.client(shop, List.of(address)); // of any members, at least one
            System.out.println(client.actor(Page.class, "home").visit().await(LIMIT));
            // end::client[]
            Members.member(second, "blue", file);
            // tag::once[]
            Page home = client.actor(Page.class, "home");
            CallId id = CallId.of("order 17");
            System.out.println(id.run(home::visit).await(LIMIT));
            red.close(); // the only one that the client was told
            Promise<Long> again = id.run(home::visit); // may be repeated, is done once
            System.out.println(again.await(LIMIT));
            // end::once[]
            client.close();
            // tag::nobody[]
            try {
                ClientConfig config = ClientConfig.defaults().within(Duration.ofMillis(500));
                Cluster.client(shop, List.of("tcp://127.0.0.1:1"), config);
            } catch (LinkRefusedException e) {
                System.out.println(String.valueOf(e.getMessage()).replaceAll(", causes=.*", ""));
            }
            // end::nobody[]
        }
    }
}
