// SPDX-License-Identifier: Apache-2.0
/**
 * Results that may not be there yet, as users see them. How they work is the business of io.troupe.core.continuation, the
 * other half of this package: Java can hide a public type from users by its package only.
 *
 * <pre>
 *   Promise: then, map, flatMap, recover, timeout, await, all, any … · CompletablePromise: settled by its creator
 *   Callback: any number of results, one after the other
 * </pre>
 *
 * May import: io.troupe.core.continuation, io.troupe.core.error.
 */
package io.troupe.core.promise;
