// SPDX-License-Identifier: Apache-2.0
/**
 * Those who ask one peer at a time: REQ and its raw mode.
 *
 * <pre>
 *   request, RequestContext.send → RequestPattern (outstanding, by number) → Rotation → pipe
 *   pipe → RequestPattern → Request.onReply → promise, RequestContext.receive
 *   pipe lost, resend time over → RequestPattern (unsent) → Rotation → another pipe
 * </pre>
 *
 * May import: pattern.route, base and what it imports.
 */
package io.troupe.sp.pattern.request;
