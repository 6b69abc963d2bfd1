// SPDX-License-Identifier: Apache-2.0
/**
 * Messages and where their memory comes from and goes to.
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.sp.message;
