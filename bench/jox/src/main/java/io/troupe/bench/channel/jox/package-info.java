// SPDX-License-Identifier: Apache-2.0
/**
 * Channels of jox, for virtual threads: a peer that is there from Java 21 on.
 */
package io.troupe.bench.channel.jox;
