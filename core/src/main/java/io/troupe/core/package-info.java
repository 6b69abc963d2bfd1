// SPDX-License-Identifier: Apache-2.0
/**
 * The façade of the core module, which says what an actor is: typed references, promises, supervision and the actor
 * system, all running on the dispatch module. This package may import every other package of the module; none of them
 * imports it.
 */
package io.troupe.core;
