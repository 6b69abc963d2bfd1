// SPDX-License-Identifier: Apache-2.0
/**
 * Those who ask one peer at a time: REQ and its raw mode.
 *
 * <pre>
 *   request, RequestContext.send → RequestPattern (outstanding, by number) → RoundRobin → pipe
 *   pipe → RequestPattern → OpenRequest.onReply → promise, RequestContext.receive
 *   pipe lost, resend time over → RequestPattern (unsent) → RoundRobin → another pipe
 * </pre>
 *
 * May import: pattern.route, spread, base and what they import.
 */
package io.troupe.sp.pattern.request;
