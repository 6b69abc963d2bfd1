// SPDX-License-Identifier: Apache-2.0
/**
 * {@code troupe sp}: sockets on the command line, with the habits of nanocat.
 *
 * <pre>
 *   SpCommand → Endpoints (which socket, where) → Dialogue (what is said) → Payload (what is sent), Printing (what came)
 * </pre>
 *
 * May import: cli, sp.perf, and the module of the scalability protocols.
 */
package io.troupe.examples.sp;
