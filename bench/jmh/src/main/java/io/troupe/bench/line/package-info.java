// SPDX-License-Identifier: Apache-2.0
/**
 * Elements through a row of stages around one ring. Imports {@code harness}.
 */
package io.troupe.bench.line;
