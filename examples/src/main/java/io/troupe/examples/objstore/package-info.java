// SPDX-License-Identifier: Apache-2.0
/**
 * {@code troupe objstore}: a storage server for ZODB, made of actors. The commands; what they do is in the packages below.
 *
 * <pre>
 *   load          measures such servers
 *   client        a client of such servers
 *   zeo           the server for ZEO clients
 *   relstorage    the database main.sqlite3
 *   filestorage   the file Data.fs
 * </pre>
 *
 * <p>Imports {@code cli}, {@code chart} and the packages below, which do not import this one.
 */
@NullMarked
package io.troupe.examples.objstore;

import org.jspecify.annotations.NullMarked;
