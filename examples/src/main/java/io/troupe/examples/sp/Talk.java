// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

/**
 * The options of a command, those it has not at their defaults.
 *
 * @param endpoints where
 * @param content what is sent
 * @param pace when it is sent
 * @param limit how many messages are enough
 * @param printing what received messages look like
 */
record Talk(Endpoints endpoints, Content content, Pace pace, Limit limit, PrintOptions printing) {}
