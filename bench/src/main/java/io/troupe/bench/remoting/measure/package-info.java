// SPDX-License-Identifier: Apache-2.0
/**
 * What happens in the two processes of a measurement.
 *
 * <pre>
 *   ServerMain → Stack.serve → PORT line
 *   ClientMain → Stack.connect → Tells or Asks (WarmUp, windows) → Run of Measured → RESULT line
 * </pre>
 *
 * May import: remoting.stack, process, report.
 */
package io.troupe.bench.remoting.measure;
