// SPDX-License-Identifier: Apache-2.0
/**
 * Messages and their pool; in their package, as the caches are hidden from others.
 */
package io.troupe.sp.message;
