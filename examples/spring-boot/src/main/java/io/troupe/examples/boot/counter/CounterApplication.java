// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.boot.counter;

import io.troupe.core.ActorSystem;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.net.transport.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A web application whose requests call an actor of another process over TLS. */
@SpringBootApplication
public class CounterApplication {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Starts it. */
    public static void main(String[] args) {
        SpringApplication.run(CounterApplication.class, args);
    }

    // tag::beans[]
    @Bean(destroyMethod = "close")
    ActorSystem actorSystem() {
        return ActorSystem.start("web");
    }

    @Bean(destroyMethod = "") // closes with its system
    Link link(ActorSystem system, @Value("${counter.certificates}") Path folder, @Value("${counter.address}") String address) {
        return Remoting.on(system, RemotingConfig.production().tls(certificates(folder)))
                .connect(address)
                .await(LIMIT);
    }

    @Bean(destroyMethod = "")
    Counter counter(Link link) {
        return link.lookup("counter", Counter.class);
    }
    // end::beans[]

    /** Certificate, key and authority in a folder. */
    static TlsFiles certificates(Path folder) {
        return new TlsFiles(folder.resolve("certificate.pem"), folder.resolve("key.pem"), folder.resolve("trusted.pem"));
    }
}
