// SPDX-License-Identifier: Apache-2.0
/** Simulated runs of several systems. */
@NullMarked
package io.troupe.simulation;

import org.jspecify.annotations.NullMarked;
