// SPDX-License-Identifier: Apache-2.0
/**
 * A trap that HotSpot can lay: code that was compiled for one traffic pattern and then runs another. Each figure here must
 * equal its control; a multiple of it, steady over all iterations, means a recompilation storm or a bad profile.
 */
package io.troupe.bench.trap;
