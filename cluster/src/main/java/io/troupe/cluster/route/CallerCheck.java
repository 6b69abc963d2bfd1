// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.link.CallPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may call the actors of a class at all: for what comes over links and is none of their methods.
 *
 * @param policy asked about their methods; null: nobody may call
 * @param methods of the class
 */
record CallerCheck(@Nullable CallPolicy policy, List<MethodInfo> methods) {
    static CallerCheck of(Class<?> actors, @Nullable CallPolicy policy) {
        return new CallerCheck(policy, ReferenceType.of(actors, null).methods());
    }

    /** Whether somebody may call any method of an actor; an exception counts as no. */
    boolean mayCall(@Nullable Caller caller, String target) {
        CallPolicy asked = policy;
        if (asked == null) {
            return false;
        }
        try {
            return methods.stream().anyMatch(method -> asked.allows(caller, target, method));
        } catch (RuntimeException e) {
            return false;
        }
    }
}
