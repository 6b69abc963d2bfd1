// SPDX-License-Identifier: Apache-2.0
/**
 * Peers that mean harm, beside one that does not. {@code ConversationFuzzTest} plays damaged conversations to either side of a
 * link, {@code AttackersTest} lets loose what floods, stalls and forges. Both run for moments in the gate and for long in the
 * nightly run, see {@code .ci/run}.
 */
package io.troupe.remoting.hostile;
