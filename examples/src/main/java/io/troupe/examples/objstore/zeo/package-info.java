// SPDX-License-Identifier: Apache-2.0
/**
 * ZEO 5, the protocol between ZODB and its storage servers, spoken by actors.
 *
 * <pre>
 *   ZeoServer → LinkHandler   per connection: frames in, at most a window of requests under way
 *             → ZeoLink       actor per connection: decodes requests, and puts replies and invalidations in order
 *             → Loader        actors, some for all links: read objects, each on a thread that may wait for the disk
 *             → Committer     one actor: votes, commits, invalidations, new object ids
 *             → WatchedStorage what all of these read from: knows whether reading and writing work
 *   ZeoCodec, Request         messages
 * </pre>
 *
 * <p>The rule of order: a link has a <em>head</em>, the last transaction that its client was told about. A load sees the
 * storage as of that head. If the head has moved on before the reply leaves, and the object has changed, the link reads again.
 *
 * <p>Imports {@code filestorage}.
 */
@NullMarked
package io.troupe.examples.objstore.zeo;

import org.jspecify.annotations.NullMarked;
