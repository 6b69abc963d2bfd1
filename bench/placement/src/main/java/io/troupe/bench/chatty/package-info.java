// SPDX-License-Identifier: Apache-2.0
/**
 * Groups of actors that talk only to their own group, and begin with the members of each group spread over the workers. The
 * best placement is a whole group per worker.
 */
package io.troupe.bench.chatty;
