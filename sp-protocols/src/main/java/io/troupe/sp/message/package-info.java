// SPDX-License-Identifier: Apache-2.0
/**
 * Messages and where their memory comes from and goes to.
 *
 * <pre>
 *   Message.allocate → MessagePool → ThreadShelf (stack, then what others returned) → SharedShelf → new memory
 *   Message.release  → ThreadShelf of the thread that took it → SharedShelf → garbage
 * </pre>
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.sp.message;
