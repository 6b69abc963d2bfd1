// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.OutletHost;
import io.troupe.remoting.codec.Frame;
import org.jspecify.annotations.Nullable;

/** What actors of the other side need of the session that leads to them. Any thread, unless {@link StreamHost} says otherwise. */
interface RemoteHost extends StreamHost {
    /** The actor system of this side. */
    OutletHost host();

    /** Knows the serializers of methods. */
    Exposures exposures();

    /**
     * A call that interceptors see, with the headers of its context and theirs.
     *
     * @throws io.troupe.remoting.value.WireException if they refuse it, or add more than fits
     */
    Frame headed(Frame call, @Nullable Object captured, Interception seen);

    /** The calls of this side. */
    OutgoingCalls sending();
}
