// SPDX-License-Identifier: Apache-2.0
/**
 * What a remoting stack must offer to be measured.
 *
 * <pre>
 *   client process: Client.tell, ask, received → Stack's wire → server process: Echo
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.bench.remoting.stack;
