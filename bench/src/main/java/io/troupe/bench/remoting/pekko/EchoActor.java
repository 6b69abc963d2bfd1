// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.pekko;

import io.troupe.bench.remoting.stack.Echo;
import org.apache.pekko.actor.UntypedAbstractActor;

/** The server's actor. */
final class EchoActor extends UntypedAbstractActor {
    private final Echo echo;
    private final int acknowledged;
    private int since;

    EchoActor(Echo echo, int acknowledged) {
        this.echo = echo;
        this.acknowledged = acknowledged;
    }

    @Override
    public void onReceive(Object message) {
        if (message instanceof Wire.Tell tell) {
            echo.tell(tell.payload());
            if (++since == acknowledged) {
                since = 0;
                getSender().tell(new Wire.Acknowledge(acknowledged), getSelf());
            }
        } else if (message instanceof Wire.Ask ask) {
            getSender().tell(new Wire.Reply(ask.id(), echo.ask(ask.payload())), getSelf());
        } else {
            unhandled(message);
        }
    }
}
