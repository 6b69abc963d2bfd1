// SPDX-License-Identifier: Apache-2.0
/**
 * Publishing to many: one topic, any number of subscribers here and in other processes, each with a queue and a policy of its own.
 *
 * <pre>
 *   publish → Topic ─(nobody must be waited for)→ fan-out → Subscriber → OutQueue → OutCell → link
 *                 └(else)→ Intake, which slows publishers down ↗ at the Pace of the slowest that may slow
 * </pre>
 *
 * May import: remoting.frame, remoting.outbound, remoting.pacing, remoting.session, remoting.shape, remoting.wire.
 */
package io.troupe.remoting.topic;
