// SPDX-License-Identifier: Apache-2.0
/**
 * The façade of the dispatch module, which runs work without knowing actors: mailboxes, the workers that drain them,
 * the dispatchers that own the workers, and timers. This package may import every other package of the module; none of
 * them imports it.
 */
package io.troupe.dispatch;
