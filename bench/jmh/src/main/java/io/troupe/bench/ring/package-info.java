// SPDX-License-Identifier: Apache-2.0
/**
 * A token that goes round: each hop is one message, and nobody has anything else to do. A ring of two is a ping-pong.
 */
package io.troupe.bench.ring;
