// SPDX-License-Identifier: Apache-2.0
/**
 * What actors by key cost: an ask through the reference of a directory beside one to a spawned actor, and the first call of
 * a cold key, which makes an object and drops that of another key.
 */
package io.troupe.bench.directory;
