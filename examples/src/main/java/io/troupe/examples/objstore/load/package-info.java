// SPDX-License-Identifier: Apache-2.0
/**
 * A closed loop of clients that read a storage and check every object, or commit.
 *
 * <pre>
 *   Catalogue   the objects and their checksums, of a file or of a first reading
 *   LoadRun     some clients, each with a link and a thread of its own → LoadFigure
 * </pre>
 *
 * <p>Imports {@code client} and {@code filestorage}.
 */
@NullMarked
package io.troupe.examples.objstore.load;

import org.jspecify.annotations.NullMarked;
