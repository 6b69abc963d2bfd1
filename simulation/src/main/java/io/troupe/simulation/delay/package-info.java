// SPDX-License-Identifier: Apache-2.0
/** Random times: how long something takes, or how long until something breaks. May import: nothing of the module. */
@NullMarked
package io.troupe.simulation.delay;

import org.jspecify.annotations.NullMarked;
