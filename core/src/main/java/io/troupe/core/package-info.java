// SPDX-License-Identifier: Apache-2.0
/**
 * The entry to the core module: the actor system, its settings, and calls that never block. The other packages define
 * actors, promises and errors. This package may import every other package of the module; none of them imports it.
 */
package io.troupe.core;
