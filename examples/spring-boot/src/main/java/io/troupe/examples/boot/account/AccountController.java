// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.boot.account;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterHealth;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Requests become calls of the account, wherever it is. */
@RestController
class AccountController {
    private final Cluster cluster;

    AccountController(Cluster cluster) {
        this.cluster = cluster;
    }

    // tag::requests[]
    @PostMapping("/accounts/{id}/deposit/{cents}")
    CompletableFuture<Long> deposit(@PathVariable("id") String id, @PathVariable("cents") long cents) {
        return cluster.actor(Account.class, id).deposit(cents).toCompletableFuture();
    }

    @GetMapping("/ready")
    ResponseEntity<String> ready() { // asks nobody, so it may be called often
        ClusterHealth health = cluster.health();
        return ResponseEntity.status(health.isReady() ? 200 : 503).body(health.toString());
    }
    // end::requests[]
}
