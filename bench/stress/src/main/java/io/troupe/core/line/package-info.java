// SPDX-License-Identifier: Apache-2.0
/** Stress tests of assembly lines; in the package of what they test, as they use its hidden parts. */
package io.troupe.core.line;
