// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.boot.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.netty.util.Version;
import io.troupe.core.ActorSystem;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class CounterApplicationTest {
    @TempDir
    Path folder;

    @Test
    void shouldCallAnActorOverTlsOnTheNettyThatSpringBootManages() throws Exception {
        assertThat(Version.identify().get("netty-transport").artifactVersion())
                .startsWith(System.getProperty("troupe.netty") + ".");
        certify();
        try (ActorSystem server = ActorSystem.start("server")) {
            Remoting remoting = Remoting.on(
                    server, RemotingConfig.production().tls(CounterApplication.certificates(folder)));
            remoting.expose("counter", server.spawn(Counter.class, Counter::new));
            String address = remoting.listen("tls://localhost:0")
                    .await(Duration.ofSeconds(30))
                    .address()
                    .toString();
            String[] settings = {
                "--server.port=0",
                "--counter.address=" + address,
                "--counter.certificates=" + folder,
                "--spring.datasource.url=jdbc:postgresql:unused" // the other application has one
            };
            try (ConfigurableApplicationContext web = SpringApplication.run(CounterApplication.class, settings)) {
                assertThat(get(web, "/add/40")).isEqualTo("40");
                assertThat(get(web, "/add/2")).isEqualTo("42");
            }
        }
    }

    private static String get(ConfigurableApplicationContext web, String path) throws Exception {
        URI uri = URI.create("http://localhost:" + web.getEnvironment().getProperty("local.server.port") + path);
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private void certify() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        X509Bundle own = new CertificateBuilder()
                .ecp256()
                .subject("CN=counter")
                .addSanDnsName("localhost")
                .buildIssuedBy(authority);
        Files.writeString(folder.resolve("trusted.pem"), authority.getCertificatePEM());
        Files.writeString(folder.resolve("certificate.pem"), own.getCertificatePathPEM());
        Files.writeString(folder.resolve("key.pem"), own.getPrivateKeyPEM());
    }
}
