// SPDX-License-Identifier: Apache-2.0
/**
 * What is said of a call: which method it calls, and who calls from another process. For rights, interceptors, reports.
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.core.call;
