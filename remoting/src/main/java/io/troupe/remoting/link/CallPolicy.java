// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;
import org.jspecify.annotations.Nullable;

/** Allows or denies each call that comes over a link, in addition to what is exposed. Any thread; must be quick. */
@FunctionalInterface
public interface CallPolicy {
    /**
     * Whether a call is delivered. What this throws counts as no.
     *
     * @param caller who has proven to be at the other end; null if nobody has
     * @param target the name that is exposed, or the address of an actor whose reference was handed over
     * @param method that is called
     */
    boolean allows(@Nullable Caller caller, String target, MethodInfo method);
}
