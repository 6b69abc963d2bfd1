// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.util.List;

/**
 * A transaction that everybody may see.
 *
 * @param tid its id
 * @param oids the objects that it has changed
 */
public record Commit(long tid, List<Long> oids) {}
