// SPDX-License-Identifier: Apache-2.0
/** Storages of RelStorage, ZODB in tables of a database. Imports {@code filestorage} for outcomes. */
@NullMarked
package io.troupe.examples.objstore.relstorage;

import org.jspecify.annotations.NullMarked;
