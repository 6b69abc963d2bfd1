// SPDX-License-Identifier: Apache-2.0
/**
 * In what state a machine is, before and while something is measured on it.
 *
 * <pre>
 *   files below a root → Tree → Processors, Power, Memory, ControlGroup, Kernel, Load → Findings → Environment (facts, Marks)
 *   Probe = these and what runs on the machine → env, headers of reports
 *   Watch: Sample before, Sample after → Disturbance of one measured piece
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.bench.machine;
