// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.boot.account;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.core.ActorSystem;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A web application that is a member of a cluster; its accounts are rows of PostgreSQL. */
@SpringBootApplication
public class AccountApplication {
    /** Starts it. */
    public static void main(String[] args) {
        SpringApplication.run(AccountApplication.class, args);
    }

    // tag::cluster[]
    @Bean(destroyMethod = "close")
    ActorSystem actorSystem() {
        return ActorSystem.start("accounts");
    }

    @Bean(destroyMethod = "close") // leaves before the system and the connections are closed
    Cluster cluster(ActorSystem system, DataSource database, @Value("${cluster.listen}") String address) {
        Cluster.createSchema(database); // changes nothing if the tables are there
        Cluster cluster = Cluster.join(system, ClusterConfig.database(database).listen(address));
        cluster.host(Account.class, Account::new);
        return cluster;
    }
    // end::cluster[]
}
