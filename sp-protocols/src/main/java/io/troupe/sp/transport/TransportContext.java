// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.protocol.Protocol;
import io.troupe.sp.stats.SocketCounters;

/**
 * What a transport needs to know of the socket it works for.
 *
 * @param protocol the socket's
 * @param options the socket's
 * @param counters where drops are counted
 */
public record TransportContext(Protocol protocol, SocketOptions options, SocketCounters counters) {}
