// SPDX-License-Identifier: Apache-2.0
/**
 * Which protocols there are, and who may talk to whom.
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.sp.protocol;
