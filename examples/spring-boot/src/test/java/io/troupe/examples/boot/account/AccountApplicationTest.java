// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.boot.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.sql.PostgresServer;
import io.troupe.core.ActorSystem;
import io.troupe.testkit.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class AccountApplicationTest {
    private static final int ACCOUNTS = 50;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @AutoClose
    private static PostgresServer server;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = PostgresServer.start();
    }

    @Test
    void shouldKeepAccountsWhileItComesAndGoesBesideAnotherMember() throws Exception {
        try (ActorSystem system = ActorSystem.start("other")) {
            Cluster other;
            try (ConfigurableApplicationContext web = start()) {
                depositEverywhere(web, 1);
                other = join(system);
                assertThat(ready(web)).isEqualTo(200);
                depositEverywhere(web, 2);
                depositEverywhere(other, 3);
            }
            depositEverywhere(other, 4);
            try (ConfigurableApplicationContext web = start()) {
                depositEverywhere(web, 5);
            }
        }
    }

    private static Cluster join(ActorSystem system) {
        Cluster member = Cluster.join(
                system, ClusterConfig.database(server.dataSource()).listen("tcp://127.0.0.1:0"));
        member.host(Account.class, Account::new);
        Await.until("it has its share", LIMIT, () -> member.self().shards() > 4096 / 3);
        return member;
    }

    private static ConfigurableApplicationContext start() {
        return SpringApplication.run(
                AccountApplication.class,
                "--server.port=0",
                "--server.shutdown=immediate", // the client of this test keeps its connection
                "--cluster.listen=tcp://127.0.0.1:0",
                "--spring.datasource.url=" + server.url());
    }

    /** One cent more at each account, which has it at once wherever it is. */
    private void depositEverywhere(ConfigurableApplicationContext web, long expected) throws Exception {
        for (int account = 0; account < ACCOUNTS; account++) {
            URI uri = at(web, "/accounts/a" + account + "/deposit/1");
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(uri).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(Long.toString(expected));
        }
    }

    private static void depositEverywhere(Cluster member, long expected) {
        for (int account = 0; account < ACCOUNTS; account++) {
            assertThat(member.actor(Account.class, "a" + account).deposit(1).await(LIMIT))
                    .isEqualTo(expected);
        }
    }

    private int ready(ConfigurableApplicationContext web) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(at(web, "/ready")).build();
        return client.send(request, BodyHandlers.ofString()).statusCode();
    }

    private static URI at(ConfigurableApplicationContext web, String path) {
        return URI.create("http://localhost:" + web.getEnvironment().getProperty("local.server.port") + path);
    }
}
