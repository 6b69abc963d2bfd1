// SPDX-License-Identifier: Apache-2.0
/**
 * Messages and where their memory comes from and goes to. A message is used once, its block again and again.
 *
 * <pre>
 *   Message.allocate → MessagePool → ThreadShelf (stack, then what others returned) → SharedShelf → new Block
 *   Message.handOver → another Message with the same Block
 *   Message.release  → Block → ThreadShelf of the thread that took it → SharedShelf → garbage
 * </pre>
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.sp.message;
