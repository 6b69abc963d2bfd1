// SPDX-License-Identifier: Apache-2.0
/**
 * What is measured: the program's commit, the virtual machines, and the versions of all peers.
 *
 * <pre>
 *   Commit (git)    Jvm (settings of a virtual machine with the same options)    Versions (class path, jar, build, C libraries)
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.bench.machine.program;
