// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Allows or denies each call that comes over a link, in addition to what is exposed: for rights that depend on the
 * caller. Called by many threads at a time; must be quick and must not block.
 */
@FunctionalInterface
public interface CallPolicy {
    /**
     * Decides about a call. An exception counts as no. It is logged in the process of the callee, more and more rarely if it
     * goes on, and the caller is not told what it says.
     *
     * @param caller the authenticated process at the other end; null if there is none
     * @param target the exposed name, or the address of an actor whose reference was handed over
     * @param method the method that is called
     * @return whether the call is delivered
     */
    boolean allows(@Nullable Caller caller, String target, MethodInfo method);
}
