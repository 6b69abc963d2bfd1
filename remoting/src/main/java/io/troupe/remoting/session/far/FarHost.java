// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session.far;

import io.troupe.core.actor.OutletHost;
import io.troupe.remoting.exposure.Exposures;
import io.troupe.remoting.session.stream.StreamHost;

/** What actors of the other side need of the session that leads to them. Any thread, unless {@link StreamHost} says otherwise. */
public interface FarHost extends StreamHost {
    /** The actor system of this side. */
    OutletHost host();

    /** Knows the shapes of methods. */
    Exposures exposures();

    /** The calls of this side. */
    Sending sending();
}
