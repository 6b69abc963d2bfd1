// SPDX-License-Identifier: Apache-2.0
/**
 * A tenth of the actors gets nine tenths of the messages, and all of them begin on the same worker where homes are given in
 * turn. An operation ends when every actor has handled its share, so the slowest worker counts.
 */
package io.troupe.bench.skew;
