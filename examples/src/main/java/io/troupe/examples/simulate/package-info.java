// SPDX-License-Identifier: Apache-2.0
/**
 * Small programs whose schedules are simulated: a lock with leases, a register on three replicas, and the table of the dining
 * philosophers. Each has a wrong variant.
 *
 * <pre>
 * SimulateCommand → Trials → SimulatedProgram → Lease, Register, SmallTable → actors
 * </pre>
 *
 * Imports the common parts of the command line and the philosophers.
 */
package io.troupe.examples.simulate;
