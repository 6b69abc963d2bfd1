// SPDX-License-Identifier: Apache-2.0
/**
 * Raw Netty with batched writes, the limit of all stacks.
 *
 * <pre>
 *   send → queue → drain (event loop) → buffers of 64 KiB → one flush → decode → Echo or Pending
 * </pre>
 *
 * May import: remoting.stack.
 */
package io.troupe.bench.remoting.netty;
