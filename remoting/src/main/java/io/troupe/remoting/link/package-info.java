// SPDX-License-Identifier: Apache-2.0
/**
 * Links as users see them: what they can do, their state, bounds and statistics. The session package does the work.
 *
 * <pre>
 *   Link → LinkState, LinkLoss, LinkIdentity, LinkStats → TargetStats;  LinkLimits bounds it, DialConfig makes it;
 *   CallPolicy decides about calls that come over it
 * </pre>
 *
 * May import: remoting.topic.
 */
package io.troupe.remoting.link;
