// SPDX-License-Identifier: Apache-2.0
/**
 * {@code troupe sp}: sockets on the command line, with the habits of nanocat.
 *
 * <pre>
 *   SpCommand → Talk: Endpoints, Settings (where, how), Content, Pace, Limit (what, when, how often is sent),
 *      │              PrintOptions, Format, Sums (what is printed)
 *      ├──────→ ForwardCommand (a device), OwnOptions (which command has which options)
 *      └──────→ Dialogue (who says what) → Joined (addresses, and why nobody is there)
 * </pre>
 *
 * May import: cli, sp.perf, sp.tls, and the module of the scalability protocols.
 */
package io.troupe.examples.sp;
