// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.HandleExchange;

/**
 * Where a payload is read from.
 *
 * @param bytes not copied
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PayloadSource(JacksonFormat format, HandleExchange exchange, int maxDepth, byte[] bytes) {}
