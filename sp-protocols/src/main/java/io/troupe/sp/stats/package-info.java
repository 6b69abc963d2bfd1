// SPDX-License-Identifier: Apache-2.0
/**
 * What is counted.
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.sp.stats;
