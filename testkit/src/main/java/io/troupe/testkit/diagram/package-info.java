// SPDX-License-Identifier: Apache-2.0
/**
 * Sequence diagrams of simulated and traced runs: a self-contained SVG file for the browser, and text for terminals.
 *
 * <pre>
 *   List&lt;SimEvent&gt; → CausalPast, Folding → Scene (rows and lifelines) → SvgPainter, TextPainter
 * </pre>
 */
@NullMarked
package io.troupe.testkit.diagram;

import org.jspecify.annotations.NullMarked;
