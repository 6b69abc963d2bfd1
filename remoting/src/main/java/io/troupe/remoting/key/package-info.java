// SPDX-License-Identifier: Apache-2.0
/**
 * What a cluster needs of links, and users do not: targets that are found by type and key, and refusals that keep their kind
 * and their facts on the way. May import: remoting.link.
 */
package io.troupe.remoting.key;
