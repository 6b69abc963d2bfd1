// SPDX-License-Identifier: Apache-2.0
/**
 * Why an operation on a socket failed, and why something was dropped.
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.sp.error;
