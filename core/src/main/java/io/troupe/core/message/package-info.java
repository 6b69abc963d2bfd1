// SPDX-License-Identifier: Apache-2.0
/**
 * Calls as objects. For every method of an actor a final subclass of one of the two message classes is generated.
 *
 * <pre>
 *   reference method → TellMessage | AskMessage (which is the promise, too) → Outlet: local actor, group, link
 *   CallerScope.on → CallerTell | CallerAsk: a message on behalf of somebody elsewhere
 * </pre>
 *
 * May import: io.troupe.core.call, continuation, promise, error.
 */
package io.troupe.core.message;
