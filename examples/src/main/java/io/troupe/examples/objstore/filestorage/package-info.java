// SPDX-License-Identifier: Apache-2.0
/**
 * The file {@code Data.fs} of ZODB: transactions one behind the other, each with the new revisions of its objects.
 *
 * <pre>
 *   FileStorage → StoreFile           bytes at offsets
 *               → TransactionScan     opening: every header, in order
 *               → OidIndex            object → offset of its newest record
 *               → ObjectStorage       what servers read from
 *               → Load                the outcome of reading one object as of a transaction
 * </pre>
 *
 * <p>Object and transaction ids are {@code long}s that compare unsigned. Offsets are bytes from the beginning of the file.
 * Whatever is wrong in a file is a {@link io.troupe.examples.objstore.filestorage.DamagedFileException} that names the offset.
 * Imports nothing of the examples.
 */
@NullMarked
package io.troupe.examples.objstore.filestorage;

import org.jspecify.annotations.NullMarked;
