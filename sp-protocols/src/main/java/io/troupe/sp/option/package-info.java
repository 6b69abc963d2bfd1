// SPDX-License-Identifier: Apache-2.0
/**
 * What users can set.
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.sp.option;
