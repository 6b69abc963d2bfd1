// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.boot.counter;

import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Answers requests with what the counter says. */
@RestController
class CounterController {
    private final Counter counter;

    CounterController(Counter counter) {
        this.counter = counter;
    }

    // tag::add[]
    @GetMapping("/add/{n}")
    CompletableFuture<Integer> add(@PathVariable("n") int n) {
        return counter.add(n).toCompletableFuture();
    }
    // end::add[]
}
