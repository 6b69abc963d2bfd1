// SPDX-License-Identifier: Apache-2.0
/**
 * The report: one HTML page that needs nothing else, and can be read as XML, too.
 *
 * <pre>
 *   ReportInput (marks, environment, Verdict, Section → Series → Row → Source)
 *        → HtmlReport → Summary, FigureTable, Pictures → Html (text)
 * </pre>
 *
 * Every figure names the raw file it comes from. Where measured results come from is not known here: one class implements
 * {@link io.troupe.bench.report.html.ReportInput} on top of them.
 *
 * <p>May import: report, report.plot.
 */
package io.troupe.bench.report.html;
