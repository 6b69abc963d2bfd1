// SPDX-License-Identifier: Apache-2.0
/**
 * Messages, and the pool that their memory comes from and goes back to. A message is used once, its block again and again.
 *
 * <pre>
 *   SpMessage.allocate → MessagePool → ThreadBlockCache (stack, then what others returned) → SharedBlockCache → new MessageBlock
 *   SpMessage.handOver → another SpMessage with the same MessageBlock
 *   SpMessage.release  → MessageBlock → ThreadBlockCache of the thread that took it → SharedBlockCache → garbage
 * </pre>
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.sp.message;
