// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.core.call.MethodInfo;

/** What every generated message tells about itself. For errors, dead letters and encodings, not for the hot path. */
public interface Call {
    /** The method it calls. */
    MethodInfo method();

    /** A copy of the arguments, boxed. */
    Object[] arguments();

    /** A message with the same arguments, in no queue and (for an ask) not settled; for sending to several targets. */
    Call copy();
}
