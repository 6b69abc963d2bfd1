// SPDX-License-Identifier: Apache-2.0
/**
 * Promises: results that may not be there yet. The implementation is in io.troupe.core.continuation, a package that users
 * do not see.
 *
 * <pre>
 *   Promise: then, map, flatMap, recover, timeout, await, all, any … · CompletablePromise: settled by its creator
 *   Callback: any number of results, one after the other
 * </pre>
 *
 * May import: io.troupe.core.continuation, io.troupe.core.error.
 */
package io.troupe.core.promise;
