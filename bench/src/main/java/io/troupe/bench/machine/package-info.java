// SPDX-License-Identifier: Apache-2.0
/**
 * In what state a machine is, before and while something is measured on it.
 *
 * <pre>
 *   files below a root → Tree → Processors, Power, Memory, ControlGroup, Kernel, Load → Findings → Environment (facts, Marks)
 *   Probe = these and what runs on the machine → EnvironmentMain, headers of reports
 *   Watch: Sample before, Sample after → Disturbance of one measured piece
 * </pre>
 *
 * May import: harness, report, machine.program.
 */
package io.troupe.bench.machine;
