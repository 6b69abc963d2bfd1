// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.owner;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;
import java.util.List;

/** What {@link Owner} and {@link Driver} do, on a peer. */
final class PeerOwner implements Behavior<PeerOwner.Message> {
    private final Job job;

    PeerOwner(Job job) {
        this.job = job;
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (job.handle()) {
            if (message instanceof Serve serve) {
                serve.driver().tell(new Served(serve.index()));
            } else {
                self.tell(new Next());
            }
        }
    }

    /** The driver's behavior; a negative index begins a batch. */
    static Behavior<Served> driver(List<Recipient<Message>> owners) {
        return (served, self) -> {
            if (served.index() >= 0) {
                owners.get(served.index()).tell(new Serve(self, served.index()));
                return;
            }
            for (int i = 0; i < owners.size(); i++) {
                owners.get(i).tell(new Serve(self, i));
            }
        };
    }

    /** To an owner. */
    sealed interface Message permits Next, Serve {}

    /** From itself. */
    record Next() implements Message {}

    /** From a driver. */
    record Serve(Recipient<Served> driver, int index) implements Message {}

    /** The answer to the driver. */
    record Served(int index) {}
}
