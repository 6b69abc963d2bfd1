// SPDX-License-Identifier: Apache-2.0
/**
 * The report: one HTML page that needs nothing else, and can be read as XML, too.
 *
 * <pre>
 *   ReportInput (marks, environment, Verdict, Section → Series → Row)
 *        → HtmlReport → Summary, FigureTable, Pictures → Html (text)
 * </pre>
 *
 * Every figure names the raw file it comes from, in the folder {@code raw} beside the page. How results are chosen and grouped
 * is not known here: one class implements {@link io.troupe.bench.report.html.ReportInput} on top of them.
 *
 * <p>May import: report, report.model, report.plot, report.targets.
 */
package io.troupe.bench.report.html;
