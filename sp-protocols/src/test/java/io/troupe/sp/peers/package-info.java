// SPDX-License-Identifier: Apache-2.0
/**
 * Real partners for interoperation tests, and what they need: addresses, certificates, processes.
 *
 * <pre>
 * Peer.NANOCAT.as(Role.REP) → PeerCommand → start() → PeerProcess   acts as a command-line tool does
 * Pynng.start() → open(Role.REQ) → PynngSocket                      is driven step by step
 * PanicRetry                                                        runs a test again when nng in pynng panicked
 * </pre>
 *
 * <p>A missing partner skips the test, or fails it when {@code -Dsp.peers=required} is given; {@code .ci/peers} installs
 * them all. May import: nothing of the project.
 */
package io.troupe.sp.peers;
