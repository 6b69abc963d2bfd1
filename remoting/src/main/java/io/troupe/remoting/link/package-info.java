// SPDX-License-Identifier: Apache-2.0
/**
 * Links as users see them: what they can do, their state, bounds and statistics. The work is done elsewhere.
 *
 * <pre>
 *   Link → LinkState, LinkStats → TargetStats;  LinkLimits bounds it
 * </pre>
 *
 * May import: remoting.codec, remoting.topic.
 */
package io.troupe.remoting.link;
