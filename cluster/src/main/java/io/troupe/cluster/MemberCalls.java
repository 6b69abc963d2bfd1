// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.delivery.HostedCalls;
import io.troupe.cluster.route.Router;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.promise.Promise;

/**
 * Calls that a member of several makes for what is stored: to actors wherever they are, but reminders to those that it has.
 *
 * @param hosted classes of this member
 * @param router to others
 */
record MemberCalls(HostedTypes hosted, Router router) implements HostedCalls {
    @Override
    public boolean isHosted(String type) {
        return hosted.isHosted(type);
    }

    @Override
    public Promise<?> call(StateKey to, CallIdentity identity, String method, byte[] arguments) {
        return identity.reminder() != null
                ? hosted.call(to, identity, method, arguments)
                : router.once(to, identity, hosted.read(to.type(), method, arguments));
    }
}
