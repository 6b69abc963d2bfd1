// SPDX-License-Identifier: Apache-2.0
/**
 * What a channel is for the library's own modules that carry its elements elsewhere.
 *
 * <pre>
 *   ChannelRelays.source(receiver) → ElementSource: take elements out, give them back, count them as lost
 *   ChannelRelays.sink(sender)     → ElementSink: who wants elements, put them in, take them back
 * </pre>
 *
 * The channels provide the implementation. May import: io.troupe.core.continuation.
 */
@NullMarked
package io.troupe.core.relay;

import org.jspecify.annotations.NullMarked;
