// SPDX-License-Identifier: Apache-2.0
/**
 * The page of a run: one HTML file that needs nothing else, and can be read as XML, too.
 *
 * <pre>
 *   Report (marks, environment, Verdict, Section → Series → Row)
 *        → Page → Charts (a specification per picture), FigureTable → Html (text)
 * </pre>
 *
 * Every figure names the raw file it comes from, in the folder {@code raw} beside the page. How results are chosen and grouped
 * is not known here.
 *
 * <p>May import: results, targets.
 */
package io.troupe.bench.report;
