// SPDX-License-Identifier: Apache-2.0
/**
 * What a library of sockets must offer to be measured, and the only place where one plugs in.
 *
 * <pre>
 *   SpStack ── Program (what runs its roles, or why it is missing)
 *      ↑
 *   JavaStack ── receiver, senders | replier, requester, all made from one Job
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.bench.sp.stack;
