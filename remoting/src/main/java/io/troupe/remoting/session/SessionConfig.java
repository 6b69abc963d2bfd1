// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.host.OutletHost;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.link.Authenticator;
import io.troupe.remoting.link.LinkLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a session is given.
 *
 * @param host the actor system
 * @param exposures what may be called
 * @param codec agreed on
 * @param dialler whether this side has dialled
 * @param limits of this side
 * @param listener told about the session
 * @param pressures queues that are watched, shared by all sessions
 * @param greetingWithin how long the other side may take to say hello
 * @param authenticator decides who has dialled this side; null: the certificate alone
 */
record SessionConfig(
        OutletHost host,
        Exposures exposures,
        Codec codec,
        boolean dialler,
        LinkLimits limits,
        SessionListener listener,
        QueueWatches pressures,
        Duration greetingWithin,
        @Nullable Authenticator authenticator) {}
