// SPDX-License-Identifier: Apache-2.0
/**
 * Those who answer: REP and RESPONDENT, which differ in their numbers only, and their raw modes.
 *
 * <pre>
 *   pipe → ReplyPattern → Intake → ReplyContext.receive → user → ReplyContext.send → Lane → the same pipe
 *                                → Serving → handler → promise → Lane
 * </pre>
 *
 * May import: pattern.route, base and what it imports.
 */
package io.troupe.sp.pattern.reply;
