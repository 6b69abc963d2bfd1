// SPDX-License-Identifier: Apache-2.0
/**
 * A client of ZEO servers, ours and Python's.
 *
 * <pre>
 *   ObjectClient → ClientLink     one connection: calls by number, at most a window of them under way
 *                → RevisionCache  what is known of objects, closed by invalidations in their order
 * </pre>
 *
 * <p>Imports {@code zeo} for its messages and {@code filestorage} for outcomes and changes.
 */
@NullMarked
package io.troupe.examples.objstore.client;

import org.jspecify.annotations.NullMarked;
