// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.troupe;

import io.troupe.bench.remoting.stack.Echo;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;

/** The actor of the server. */
public class Sink extends Actor<Sink> {
    private final Echo echo;

    /** Gets messages for the echo. */
    public Sink(Echo echo) {
        this.echo = echo;
    }

    /** A one-way message. */
    public void tell(byte[] payload) {
        echo.tell(payload);
    }

    /** A request. */
    public Promise<byte[]> ask(byte[] payload) {
        return Promise.of(echo.ask(payload));
    }
}
