// SPDX-License-Identifier: Apache-2.0
/** What several tests of this module use. */
@NullMarked
package io.troupe.simulation.support;

import org.jspecify.annotations.NullMarked;
