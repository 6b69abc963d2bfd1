// SPDX-License-Identifier: Apache-2.0
/**
 * JGroups (Apache-2.0) over TCP, a peer.
 *
 * <pre>
 *   tell, ask → channel → TCP → channel → Echo        group of two, found with TCPPING on the loopback interface
 * </pre>
 *
 * May import: remoting.stack.
 */
package io.troupe.bench.remoting.jgroups;
