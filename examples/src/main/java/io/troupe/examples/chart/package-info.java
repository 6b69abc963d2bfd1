// SPDX-License-Identifier: Apache-2.0
/** Pictures of figures, as SVG. Imports no other package of the examples. */
@NullMarked
package io.troupe.examples.chart;

import org.jspecify.annotations.NullMarked;
