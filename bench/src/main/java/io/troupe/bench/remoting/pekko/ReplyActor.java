// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.pekko;

import io.troupe.bench.remoting.stack.Pending;
import java.util.concurrent.Semaphore;
import org.apache.pekko.actor.UntypedAbstractActor;

/** The client's actor: gets replies and acknowledgements. */
final class ReplyActor extends UntypedAbstractActor {
    private final Pending pending;
    private final Semaphore window;

    ReplyActor(Pending pending, Semaphore window) {
        this.pending = pending;
        this.window = window;
    }

    @Override
    public void onReceive(Object message) {
        if (message instanceof Wire.Reply reply) {
            pending.complete(reply.id(), reply.payload());
        } else if (message instanceof Wire.Acknowledge acknowledge) {
            window.release(acknowledge.count());
        } else {
            unhandled(message);
        }
    }
}
