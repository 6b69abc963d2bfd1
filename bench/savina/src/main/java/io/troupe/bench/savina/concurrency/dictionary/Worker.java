// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.dictionary;

import io.troupe.core.actor.Actor;

/** Reads and writes, one request at a time. */
class Worker extends Actor<Worker> {
    private final Dictionary dictionary;
    private final Requests requests;

    Worker(Dictionary dictionary, Requests requests) {
        this.dictionary = dictionary;
        this.requests = requests;
    }

    public void begin(int run) {
        requests.begin(run);
        request();
    }

    public void answer(int value) {
        if (requests.next(value)) {
            request();
        }
    }

    private void request() {
        if (requests.write()) {
            dictionary.write(requests.key(), requests.value(), self());
        } else {
            dictionary.read(requests.key(), self());
        }
    }
}
