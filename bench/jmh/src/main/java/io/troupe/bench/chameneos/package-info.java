// SPDX-License-Identifier: Apache-2.0
/**
 * A hundred creatures that meet in pairs at one mall and change their colours: the chameneos game (Kaiser and Pradat-Peyre
 * 2003) in the actor form of the Savina suite. The mall is the bottleneck, by design. A meeting takes four messages.
 */
package io.troupe.bench.chameneos;
