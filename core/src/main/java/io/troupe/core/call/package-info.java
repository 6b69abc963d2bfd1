// SPDX-License-Identifier: Apache-2.0
/**
 * Facts about a call: its method, and its caller in another process. For rights, interceptors and reports.
 *
 * <p>May import: nothing of this module.
 */
package io.troupe.core.call;
