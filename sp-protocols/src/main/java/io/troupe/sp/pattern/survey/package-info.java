// SPDX-License-Identifier: Apache-2.0
/**
 * Those who ask all peers at once: SURVEYOR and its raw mode.
 *
 * <pre>
 *   survey, SurveyContext.send → SurveyPattern (open surveys, by number) → all pipes
 *   pipe → SurveyPattern → Survey.onAnswer → list or consumer, SurveyContext.receive
 *   survey time over → SurveyPattern → Survey.onEnd
 * </pre>
 *
 * May import: pattern.route, spread, base and what they import.
 */
package io.troupe.sp.pattern.survey;
