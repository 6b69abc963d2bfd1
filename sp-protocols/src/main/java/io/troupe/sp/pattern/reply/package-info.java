// SPDX-License-Identifier: Apache-2.0
/**
 * Those who answer: REP and RESPONDENT, which differ in their numbers only, and their raw modes.
 *
 * <pre>
 *   pipe → ReplyPattern → RequestQueue → ReplyContext.receive → user → ReplyContext.send → ReplyPipe → the same pipe
 *                                → RequestServer → handler → promise → ReplyPipe
 * </pre>
 *
 * May import: pattern.route, base and what it imports.
 */
package io.troupe.sp.pattern.reply;
