// SPDX-License-Identifier: Apache-2.0
/**
 * Small pictures of measurements, as SVG text.
 *
 * <pre>
 *   samples → Stats → BarPlot | BoxPlot | LinePlot | HeatPlot → Svg (text)
 *                     Scale (axis, ticks), Style (who is who), TextWidth (nothing overlaps)
 * </pre>
 *
 * The same input gives the same text on every machine and in every locale. Colours are presentation attributes, so a picture
 * stands alone, and a page around it may still restyle it: text and lines use {@code currentColor}, and what must look like
 * the paper has the class {@code ground}. Systems differ by name, marker and line, not by colour alone.
 *
 * <p>May import: report, report.model.
 */
package io.troupe.bench.report.plot;
